import { language } from "./messages/catalog.ts";

/** US dollars as people read them: cents, and parts of one where there is no whole one. */
export function dollars(cost: number): string {
  const digits = cost > 0 && cost < 0.01 ? { maximumSignificantDigits: 2 } : {};
  return new Intl.NumberFormat(language, { style: "currency", currency: "USD", ...digits }).format(cost);
}
