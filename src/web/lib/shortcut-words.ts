const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** "Mod+Shift+8" as this machine's keyboard names it. */
export function shortcutWords(keys: string): string {
  if (!isApple) return keys.replace("Mod", "Ctrl");
  return keys.replace("Mod", "⌘").replace("Shift", "⇧").replace("Alt", "⌥").replaceAll("+", "");
}
