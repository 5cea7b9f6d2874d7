/** Formats a double with the fewest digits, always with a fraction; with an exponent from 10⁷ up and below 10⁻³. */
export function doubleText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  if (size >= 1e-3 && size < 1e7) {
    const text = String(value);
    return text.includes('.') ? text : `${text}.0`;
  }
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent.replace('+', '')}`;
}

/** Takes a number that is a 32-bit float; returns the number with the fewest digits that is the same float. */
export function shortestFloat(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 24) return value;
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

/** A number that is written as a double in every format, even if it has no fraction. */
export class Double {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}
