import type { ComponentType } from "react";

/** Of a text of several lines: those that the widget can't use. */
type Unread = (value: string) => string[];

/** One setting of a widget: its form, its default and how it is read come from this. */
export type Field = {
  label: string;
  hint?: string;
  /** Set on the card itself: the form leaves it out. */
  isHidden?: boolean;
} & (
  | { kind: "text"; initial: string; most?: number; placeholder?: string; isLong?: boolean; unread?: Unread }
  | { kind: "number"; initial: number; min: number; max: number; step?: number }
  | { kind: "choice"; initial: string; options: Readonly<Record<string, string>> }
  | { kind: "switch"; initial: boolean }
  | { kind: "day"; initial: string }
  // Chosen among what the account has, by a control of the widget's own.
  | { kind: "own"; initial: string; Input: ComponentType<OwnInputProps> }
);
export type OwnInputProps = { label: string; value: string; onChange: (value: string) => void };
export type Fields = Readonly<Record<string, Field>>;

type ValueOf<Given extends Field> = Given extends { kind: "number" }
  ? number
  : Given extends { kind: "switch" }
    ? boolean
    : string;
export type SettingsOf<Given extends Fields> = { -readonly [Name in keyof Given]: ValueOf<Given[Name]> };

/** Keeps the kinds, from which the settings' type follows. */
export const defineFields = <const Given extends Fields>(fields: Given): Given => fields;

const MOST_LETTERS = 500;
const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Settings as a widget takes them, of whatever is stored: a value of an older version or another kind is the field's default, a number
 * outside its bounds the nearest one inside.
 */
export function readSettings<Given extends Fields>(fields: Given, stored: object): SettingsOf<Given> {
  const values = stored as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, readValue(field, values[name])]),
  ) as SettingsOf<Given>;
}

export function readValue(field: Field, value: unknown): string | number | boolean {
  switch (field.kind) {
    case "number":
      return typeof value === "number" && Number.isFinite(value)
        ? Math.min(field.max, Math.max(field.min, value))
        : field.initial;
    case "switch":
      return typeof value === "boolean" ? value : field.initial;
    case "choice":
      return typeof value === "string" && Object.hasOwn(field.options, value) ? value : field.initial;
    case "day":
      return typeof value === "string" && IS_DAY.test(value) ? value : field.initial;
    case "own":
      return typeof value === "string" ? value.slice(0, MOST_LETTERS) : field.initial;
    case "text":
      return typeof value === "string" ? value.slice(0, field.most ?? MOST_LETTERS) : field.initial;
  }
}
