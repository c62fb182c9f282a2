import { expect, test } from "vitest";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { CLEARED, displayed, type Key, pressed } from "./calculator-state.ts";
import { calculate, fraction, shown } from "./fraction.ts";

const display = (keys: string) =>
  displayed(keys.split(" ").reduce((state, key) => pressed(state, key as Key), CLEARED));

test("sums are exact", () => {
  expect(display("0 . 1 + 0 . 2 =")).toBe("0.3");
  expect(display("1 . 1 × 1 . 1 =")).toBe("1.21");
  expect(display("1 ÷ 3 × 3 =")).toBe("1");
  expect(display("9 9 9 9 9 9 9 9 9 9 9 9 + 1 =")).toBe("1.000000e+12");
});

test("operators work as a chain, and another one right behind takes the place of the first", () => {
  expect(display("2 + 3 × 4 =")).toBe("20");
  expect(display("2 + × 4 =")).toBe("8");
  expect(display("2 + 3 = 5")).toBe("5");
  expect(display("7 - 9 =")).toBe("-2");
});

test("C resets all, CE the display alone, the point is set once, and division by zero gives 0", () => {
  expect(display("2 + 3 C + 4 =")).toBe("4");
  expect(display("2 + 3 CE 5 =")).toBe("7");
  expect(display("1 . . 5 . 2")).toBe("1.52");
  expect(display("5 ÷ 0 =")).toBe("0");
  expect(display(". 5 ± + 1 =")).toBe("0.5");
  expect(display("1 2 ⌫ ⌫ 3")).toBe("3");
});

test("more than twelve characters are shown in exponential form with six digits", () => {
  expect(shown(fraction("123456789012"))).toBe("123456789012");
  expect(shown(fraction("1234567890123"))).toBe("1.234568e+12");
  expect(shown(fraction("0.00000000001234"))).toBe("1.234000e-11");
  expect(shown(fraction("-99999999999999"))).toBe("-1.000000e+14");
  expect(display("1 ÷ 3 =")).toBe("3.333333e-1");
  expect(display("1 2 3 4 5 6 7 8 9 0 1 2")).toBe("123456789012");
  expect(display("1 2 3 4 5 6 7 8 9 0 1 2 3")).toBe("1.234568e+12");
  // It is typed on whole, and a digit that is deleted brings it back.
  expect(display("1 2 3 4 5 6 7 8 9 0 1 2 3 ⌫")).toBe("123456789012");
  expect(display("0 . 0 0 0 0 0 0 0 0 0 0 0")).toBe("0.000000e+0");
  expect(display("0 . 0 0 0 0 0 0 0 0 0 0 0 5")).toBe("5.000000e-12");
});

test("a number that is multiplied by itself again and again stays quick and keeps its first digits", () => {
  let state = "1 . 2 3 4 5 6 7 8 9 0 1 2 3"
    .split(" ")
    .reduce((now, key) => pressed(now, key as Key), CLEARED);
  let expected = 1.234567890123;
  for (let press = 0; press < 12; press++) {
    for (const key of ["×", "="] as const) state = pressed(state, key);
    expected **= 2;
    if (Number.isFinite(expected) && expected < 1e300)
      expect(Number(state.display)).toBeCloseTo(expected, -Math.floor(Math.log10(expected)) + 5);
  }
});

test("whole numbers reckon as BigInt does, what is divided again is what it was, and long ones are written as Number writes them", () => {
  const random = randomFrom(seed);
  const whole = () => Math.floor((random() - 0.5) * 2 ** 34);
  for (let round = 0; round < 500; round++) {
    const [one, other] = [whole(), whole() || 1];
    const [left, right] = [fraction(String(one)), fraction(String(other))];
    expect(calculate(left, "+", right)).toEqual({ over: BigInt(one) + BigInt(other), under: 1n });
    expect(calculate(left, "-", right)).toEqual({ over: BigInt(one) - BigInt(other), under: 1n });
    const product = calculate(left, "×", right);
    expect(product).toEqual({ over: BigInt(one) * BigInt(other), under: 1n });
    expect(calculate(product, "÷", right)).toEqual(left);
    const quotient = shown(calculate(left, "÷", right));
    if (quotient.includes("e")) expect(quotient).toBe((one / other).toExponential(6));
    else expect(Number(quotient)).toBe(one / other);
  }
});
