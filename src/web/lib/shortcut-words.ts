import { t } from "./messages/t.ts";

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const ARROWS = { ArrowUp: "↑", ArrowDown: "↓" };

const APPLE: Record<string, string> = {
  Mod: "⌘",
  Shift: "⇧",
  Alt: "⌥",
  Enter: "↩",
  Delete: "⌦",
  Backspace: "⌫",
  ...ARROWS,
};
const OTHER: Record<string, string> = { Mod: "Ctrl", Delete: "Del", ...ARROWS };

/** "Mod+Shift+8" as this machine's keyboard names it; a sequence as "G then D". */
export function shortcutWords(keys: string): string {
  return keys
    .split(" ")
    .map(chordWords)
    .reduce((first, next) => t("{first} then {next}", { first, next }));
}

function chordWords(chord: string): string {
  const names = isApple ? APPLE : OTHER;
  return chord
    .split(/\+(?!$)/)
    .map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join(isApple ? "" : "+");
}
