"""Numbers as people read them."""

import pytest

from designs.compiler.plan_model.number_format import byte_size, duration, grouped, short


@pytest.mark.parametrize(
    ("value", "spec", "read"),
    [
        (4e6, ",g", "4,000,000"),
        (3_950_000.0, ",.6g", "3,950,000"),
        (999_999.0, ",g", "999,999"),
        (59_000.0, ",.2g", "59,000"),
        (1e-05, ",g", "0.00001"),
        (0.5, ",g", "0.5"),
        (1_234_567.0, ",.0f", "1,234,567"),
        (999_999_999_999_999.0, ",g", "1,000,000,000,000,000"),
        (1e15, ",g", "1e15"),
        (float("inf"), ",g", "inf"),
    ],
)
def test_no_powers_of_ten_before_a_number_is_too_long_to_write_out(
    value: float, spec: str, read: str
) -> None:
    assert grouped(value, spec) == read


def test_bytes_in_the_unit_that_fits() -> None:
    assert (byte_size(512), byte_size(1536), byte_size(2 * 1024**3)) == ("512 B", "1.5 KiB", "2 GiB")


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (0, "0"), (0.5, "0.5"), (38, "38"), (999, "999"), (999.6, "1\u00a0k"), (1000, "1\u00a0k"), (1277500, "1.28\u00a0M"),
        (999_499, "999\u00a0k"), (999_500, "1\u00a0M"), (4_000_000, "4\u00a0M"), (9e9, "9\u00a0bn"), (3e12, "3\u00a0tn"),
        (9.999e14, "1000\u00a0tn"), (1e15, "1e15"),
    ],
)  # fmt: skip
def test_a_short_count_has_three_digits(value: float, read: str) -> None:
    assert short(value) == read


@pytest.mark.parametrize(
    ("seconds", "read"),
    [
        (86_400, "1 day"), (2_592_000, "30 days"), (63_072_000, "730 days"), (3600, "1 hour"), (5400, "90 minutes"),
        (1, "1 second"), (0, "0 seconds"), (90, "90 seconds"), (0.5, "0.5 seconds"), (86_400_000, "1,000 days"),
    ],
)  # fmt: skip
def test_a_time_in_the_largest_unit_that_divides_it(seconds: float, read: str) -> None:
    assert duration(seconds) == read
