/**
 * The keys of actions as the product comes; people change them in the settings. Chords join keys by "+", "Mod" is Ctrl or Cmd; a sequence is
 * keys one after another with a space between. These are the ones that the shell shows; all others come beside the page, in later-keys.ts.
 */
export const DEFAULT_KEYS = {
  "sidebar.toggle": ["Mod+B", "["],
} as const satisfies Record<string, readonly string[]>;
