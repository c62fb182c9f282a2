/**
 * Text that PostgreSQL, JSON and every peer can hold: NUL removed (PostgreSQL refuses it) and lone surrogates
 * replaced by U+FFFD (they have no UTF-8 form, so two peers would store different texts).
 */
export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes("\0") ? whole.replaceAll("\0", "") : whole;
}

/** The same of every string, for JSON.parse. */
export const cleanStrings = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? cleanText(value) : value;
