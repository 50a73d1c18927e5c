"""The page in a real browser: on a phone, in the dark, on paper."""

import re

import pytest

from earwitness.report import write_report

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LONG = [f"{'x' * 120}{i}" for i in range(7)]

# Every piece of text with a computed colour, against the nearest opaque background.
CONTRASTS = """() => {
  const parse = c => c.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
    .map(c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
  const ground = e => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || e.closest('#figure-6 .drawing')) continue;
    const style = getComputedStyle(e);
    const inkOf = e instanceof SVGElement ? style.fill : style.color;
    const [a, b] = [light(parse(inkOf)), light(ground(e))].sort((x, y) => y - x);
    found.push([(a + .05) / (b + .05), walker.currentNode.data.trim().slice(0, 40)]);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def browser(chromium):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def pages(sample, crowd, manifest, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    return {
        "sample": write_report(folder / "sample", sample, manifest).as_uri(),
        "long names": write_report(folder / "long", crowd(LONG), manifest).as_uri(),
    }


@pytest.mark.parametrize("which", ["sample", "long names"])
@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_the_page_never_scrolls_sideways_and_asks_nothing_of_the_network(
    browser, pages, which, width
):
    page = browser.new_page(viewport={"width": width, "height": 800})
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(pages[which])
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert requests == [pages[which]]
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_has_contrast(browser, pages, scheme):
    page = browser.new_page(color_scheme=scheme)
    page.goto(pages["sample"])
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (int(re.findall(r"\d+", ground)[0]) < 60) == (scheme == "dark")
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 500
    assert [pair for pair in contrasts if pair[0] < 4.5] == []
    page.close()


def test_paper_is_light_and_shows_the_evidence(browser, pages):
    page = browser.new_page(color_scheme="dark")
    page.goto(pages["sample"])
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(30, 28, 25)"
    assert page.locator(".evidence .facts").last.is_visible()
    assert not page.locator("nav").is_visible()
    page.close()
