import { cleanText } from "./text/clean-text.ts";

/** Makes a value one that the schema knows. */
export type Clean = (value: unknown) => unknown;

const LABEL_MAX = 10_000;

export const isTrue: Clean = (value) => value === true;

export function textUpTo(max: number): Clean {
  return (value) =>
    typeof value === "string" && value !== "" ? cleanText(value).slice(0, max).toWellFormed() : null;
}

export function integer(min: number, max: number, otherwise: number | null): Clean {
  return (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max ? value : otherwise;
}

export function oneOf(...allowed: string[]): Clean {
  return (value) => allowed.find((other) => other === value) ?? null;
}

export const label = textUpTo(LABEL_MAX);

/** A label without line ends. */
export const line: Clean = (value) => {
  const text = label(value);
  return typeof text === "string" ? text.replace(/\s+/g, " ").trim() || null : null;
};
