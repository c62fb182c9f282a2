/** What of a keyboard event decides; any KeyboardEvent fits. */
export type Press = {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
};

const PUNCTUATION: Record<string, [plain: string, shifted: string]> = {
  BracketLeft: ["[", "{"],
  BracketRight: ["]", "}"],
  Slash: ["/", "?"],
  Backslash: ["\\", "|"],
  Comma: [",", "<"],
  Period: [".", ">"],
  Semicolon: [";", ":"],
  Quote: ["'", '"'],
  Backquote: ["`", "~"],
  Minus: ["-", "_"],
  Equal: ["=", "+"],
};

const isLatin = (key: string) => /^[\u0020-\u024f]$/.test(key);

/**
 * The key that was meant. By what it writes; where the layout writes no Latin letters (Russian, Greek, Hebrew, ...) by
 * where it lies, and digits by where they lie when Shift turns them into signs.
 */
function keyMeant({ key, code, shiftKey, ctrlKey, metaKey, altKey }: Press): string {
  if (key.length > 1) return key;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit && shiftKey && (ctrlKey || metaKey || altKey)) return digit;
  if (isLatin(key)) return key.toLowerCase();
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return letter.toLowerCase();
  return digit ?? PUNCTUATION[code]?.[shiftKey ? 1 : 0] ?? key.toLowerCase();
}

const isSign = (key: string) => key.length === 1 && !/[a-z0-9]/.test(key);

/** A press as it is written in lists of keys: "Mod+Shift+D", "?", "F2". Null for a modifier alone. */
export function chordOf(press: Press): string | null {
  if (/^(?:Control|Shift|Alt|Meta|AltGraph|CapsLock|Dead|Process|Unidentified)$/.test(press.key)) return null;
  const key = keyMeant(press);
  const parts = [
    ...(press.ctrlKey || press.metaKey ? ["Mod"] : []),
    ...(press.altKey ? ["Alt"] : []),
    // The sign itself says that Shift was held.
    ...(press.shiftKey && !isSign(key) ? ["Shift"] : []),
  ];
  const isNamed = parts.length > 0 && key.length === 1;
  return [...parts, key === " " ? "Space" : isNamed ? key.toUpperCase() : key].join("+");
}

/** Whether a browser tab keeps these keys for itself; in the installed app they come through. */
export function isKeptByBrowser(keys: string): boolean {
  return /^Mod\+(?:[NTW]|Shift\+[NPTW])$/.test(keys);
}

/** Two lists of keys get in each other's way when they are the same, or one begins like the other. */
export function clash(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `);
}
