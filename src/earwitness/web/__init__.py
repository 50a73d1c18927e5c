"""Pages and endpoints. They answer what the command line answers, over HTTP."""
