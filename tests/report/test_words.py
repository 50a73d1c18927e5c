import math

import pytest

from earwitness.report.words import number_text, p_text, scale_for, scale_of


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.8211, ".821"), (1.0, "1.000"), (-0.04, "−.040"), (-0.0001, ".000"), (None, "undefined")],
)
def test_a_bounded_measure_has_three_decimals_and_no_leading_zero(value, text):
    assert scale_for([0.8], 0, 1)(value) == text


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([0.0402, 0.0067], ["0.0402", "0.0067"]),
        ([16.3, 0.8], ["16.3", "0.8"]),
        ([1234.5, 2.0], ["1234", "2"]),
        ([3.0, 12.0], ["3", "12"]),
        ([math.nan, 2.5], ["undefined", "2.50"]),
        ([0.0], ["0"]),
    ],
)
def test_another_measure_has_three_significant_digits_of_its_largest(values, texts):
    scale = scale_for(values, 0, None)
    assert [scale(value) for value in values] == texts


def test_tiny_values_of_a_bounded_measure_do_not_become_zero():
    assert scale_for([0.00042], 0, 1)(0.00042) == ".000420"


def test_an_interval_needs_both_ends():
    scale = scale_for([0.8], 0, 1)
    assert scale.interval(0.747, 0.895) == "[.747, .895]"
    assert scale.interval(None, 0.895) == "no interval"


def test_numbers_of_no_measure_are_bounded_by_themselves():
    assert scale_of([0.25, None, -0.5])(-0.5) == "−.500"
    assert scale_of([240, 1])(240) == "240"
    assert scale_of([]).decimals == 0


@pytest.mark.parametrize(
    ("p", "text"), [(0.00004, "< .001"), (0.0312, ".031"), (1.0, "1.000"), (None, "–")]
)
def test_small_p_values_are_not_zero(p, text):
    assert p_text(p) == text


@pytest.mark.parametrize(
    ("value", "text"), [(10000, "10,000"), (1 / 3, "0.3333"), (-2, "−2"), (math.inf, "undefined")]
)
def test_a_number_by_itself(value, text):
    assert number_text(value) == text
