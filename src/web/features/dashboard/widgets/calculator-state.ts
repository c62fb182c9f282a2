import {
  calculate,
  exponential,
  type Fraction,
  fraction,
  MOST_CHARACTERS,
  type Operator,
  shown,
  ZERO,
} from "./fraction.ts";

/** What a pocket calculator knows between two presses. */
export type CalculatorState = {
  display: string;
  /** What the display stands for, where it shows less. */
  value: Fraction;
  operand: Fraction | null;
  operator: Operator | null;
  /** The next digit begins a number. */
  isNew: boolean;
};

export const CLEARED: CalculatorState = {
  display: "0",
  value: ZERO,
  operand: null,
  operator: null,
  isNew: true,
};

export type Key = Operator | "=" | "C" | "CE" | "." | "⌫" | "±" | (typeof DIGITS)[number];
export const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

const MOST_TYPED = 30;

/** What the display shows: a number that is typed on is kept whole, and shown as any other of its length. */
export const displayed = ({ display, value }: CalculatorState): string =>
  display.length > MOST_CHARACTERS ? exponential(value) : display;

export function pressed(state: CalculatorState, key: Key): CalculatorState {
  switch (key) {
    case "C":
      return CLEARED;
    case "CE":
      return { ...state, display: "0", value: ZERO, isNew: true };
    case "⌫":
      return typed(state, state.isNew ? "0" : state.display.slice(0, -1).replace(/^-?$/, "0"));
    case "±":
      return signed(state);
    case ".":
      if (state.isNew) return typed(state, "0.");
      return state.display.includes(".") ? state : typed(state, `${state.display}.`);
    case "=":
      return { ...computed(state), operand: null, operator: null, isNew: true };
    case "+":
    case "-":
    case "×":
    case "÷": {
      // Another operator right behind one takes its place.
      const after = state.isNew && state.operator ? state : computed(state);
      return { ...after, operand: after.value, operator: key, isNew: true };
    }
    default:
      if (state.isNew || state.display === "0") return typed(state, key);
      return state.display.length >= MOST_TYPED ? state : typed(state, state.display + key);
  }
}

const typed = (state: CalculatorState, display: string): CalculatorState => ({
  ...state,
  display,
  value: fraction(display),
  isNew: false,
});

function signed(state: CalculatorState): CalculatorState {
  const value = { ...state.value, over: -state.value.over };
  const display = state.display.startsWith("-") ? state.display.slice(1) : `-${state.display}`;
  return value.over === 0n ? state : { ...state, value, display };
}

function computed(state: CalculatorState): CalculatorState {
  const { operand, operator, value } = state;
  if (operand === null || operator === null) return { ...state, display: shown(value) };
  const result = calculate(operand, operator, value);
  return { ...state, value: result, display: shown(result) };
}
