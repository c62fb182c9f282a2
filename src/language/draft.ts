export type PartName =
  | "tag"
  | "priority"
  | "minutes"
  | "repeat"
  | "reminder"
  | "date"
  | "time"
  | "span"
  | "location";

/** Where in the text a part was read from. */
export type Part = { part: PartName; from: number; to: number; text: string };

/** Stands for a letter that is no longer read because a part was made of it. */
export const TAKEN = "\uE001";
/** Stands for a letter that is never read: quotes, addresses, what the person took back. */
const HIDDEN = "\uE000";

const blank = (text: string, from: number, to: number, sign: string) =>
  text.slice(0, from) + sign.repeat(Math.max(0, to - from)) + text.slice(to);

/** A text from which parts are taken, one reader after the other. Places stay those of the whole text. */
export class Draft {
  readonly text: string;
  readonly parts: Part[] = [];
  /** What is still to be read. */
  rest: string;
  /** As it was written, without what was taken or given back. */
  written: string;

  constructor(text: string) {
    this.text = text;
    // Nobody's text has these two signs; if one has, they are read as words.
    this.rest = text.replaceAll(/[\uE000\uE001]/g, "x");
    this.written = this.rest;
  }

  hide(from: number, to: number): void {
    this.rest = blank(this.rest, from, to, HIDDEN);
  }

  /** What a person took back is no place either. */
  giveBack(from: number, to: number): void {
    this.hide(from, to);
    this.written = blank(this.written, from, to, HIDDEN);
  }

  take(part: PartName, from: number, to: number): void {
    this.parts.push({ part, from, to, text: this.text.slice(from, to) });
    this.rest = blank(this.rest, from, to, TAKEN);
    this.written = blank(this.written, from, to, TAKEN);
  }
}
