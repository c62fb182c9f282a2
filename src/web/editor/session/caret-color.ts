const colours = ["#0e7490", "#7c3aed", "#be185d", "#b45309", "#15803d", "#1d4ed8", "#a21caf", "#b91c1c"];

/** One colour per person, the same on every screen; dark enough for white letters. */
export function caretColor(userId: string): string {
  let sum = 0;
  for (const char of userId) sum = (sum * 31 + char.charCodeAt(0)) >>> 0;
  return colours[sum % colours.length]!;
}
