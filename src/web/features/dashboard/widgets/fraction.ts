/** A number, exact: `over` divided by `under`, which is positive. */
export type Fraction = { over: bigint; under: bigint };

export const ZERO: Fraction = { over: 0n, under: 1n };

const power = (exponent: number) => 10n ** BigInt(exponent);
const absolute = (value: bigint) => (value < 0n ? -value : value);

function commonDivisor(one: bigint, other: bigint): bigint {
  let [left, right] = [one, other];
  while (right !== 0n) [left, right] = [right, left % right];
  return left;
}

/** Longer numbers than anybody reads are cut: a chain of products would double their length with each press. */
const MOST_DIGITS = 200;

function cut({ over, under }: Fraction): Fraction {
  const digits = Math.max(absolute(over).toString().length, under.toString().length);
  if (digits <= MOST_DIGITS) return { over, under };
  const unit = power(digits - MOST_DIGITS);
  const rest = under / unit;
  // One end alone is that long: the number is as good as that end.
  return rest === 0n ? { over: over / under, under: 1n } : { over: over / unit, under: rest };
}

function reduced(over: bigint, under: bigint): Fraction {
  const sign = under < 0n ? -1n : 1n;
  const divisor = commonDivisor(absolute(over), absolute(under)) * sign;
  return cut({ over: over / divisor, under: under / divisor });
}

const IS_NUMBER = /^(-?)(\d*)\.?(\d*)$/;

/** @param text What was typed: "12", "-0.5", ".5", "3." */
export function fraction(text: string): Fraction {
  const [, sign = "", whole = "", part = ""] = IS_NUMBER.exec(text) ?? [];
  return reduced(BigInt(`${sign}${whole}${part}`.replace(/^-?$/, "0")), power(part.length));
}

export type Operator = "+" | "-" | "×" | "÷";

/** Division by zero gives 0. */
export function calculate(one: Fraction, operator: Operator, other: Fraction): Fraction {
  switch (operator) {
    case "+":
      return reduced(one.over * other.under + other.over * one.under, one.under * other.under);
    case "-":
      return reduced(one.over * other.under - other.over * one.under, one.under * other.under);
    case "×":
      return reduced(one.over * other.over, one.under * other.under);
    case "÷":
      return other.over === 0n ? ZERO : reduced(one.over * other.under, one.under * other.over);
  }
}

export const MOST_CHARACTERS = 12;
const EXPONENT_DIGITS = 6;

/** As a display shows it: over 12 characters in exponential form with 6 digits. */
export function shown(value: Fraction): string {
  const plain = plainly(value);
  return plain !== null && plain.length <= MOST_CHARACTERS ? plain : exponential(value);
}

/** As a decimal; null where that has no end, or one that no display has room for. */
function plainly({ over, under }: Fraction): string | null {
  const scaled = over * power(MOST_CHARACTERS);
  if (scaled % under !== 0n) return null;
  const digits = absolute(scaled / under)
    .toString()
    .padStart(MOST_CHARACTERS + 1, "0");
  const part = digits.slice(-MOST_CHARACTERS).replace(/0+$/, "");
  const sign = over < 0n ? "-" : "";
  return `${sign}${digits.slice(0, -MOST_CHARACTERS)}${part && `.${part}`}`;
}

/** Like Number's toExponential(6), of the exact value. */
export function exponential({ over, under }: Fraction): string {
  if (over === 0n) return `0.${"0".repeat(EXPONENT_DIGITS)}e+0`;
  const size = absolute(over);
  let exponent = size.toString().length - under.toString().length;
  if (atPower(size, under, exponent) < 1n) exponent -= 1;
  let digits = rounded(size, under, exponent - EXPONENT_DIGITS).toString();
  // 9.9999999 becomes 10.000000.
  if (digits.length > EXPONENT_DIGITS + 1) {
    exponent += 1;
    digits = digits.slice(0, -1);
  }
  const sign = over < 0n ? "-" : "";
  return `${sign}${digits[0]}.${digits.slice(1)}e${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
}

/** How often a power of ten goes into a number. */
const atPower = (over: bigint, under: bigint, exponent: number): bigint =>
  exponent < 0 ? (over * power(-exponent)) / under : over / (under * power(exponent));

const rounded = (over: bigint, under: bigint, exponent: number): bigint =>
  (atPower(over * 2n, under, exponent) + 1n) / 2n;
