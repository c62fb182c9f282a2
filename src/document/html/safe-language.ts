/** A language as it may become part of a class name; anything else is no language. */
export function safeLanguage(value: unknown): string | null {
  return typeof value === "string" && /^[\w+#.:/-]{1,60}$/.test(value) ? value : null;
}
