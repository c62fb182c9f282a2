/**
 * What the keys of a text mean while suggestions stand in it. That which throws all of them away has two modifiers: without Shift it deletes
 * the word before the caret, of whoever goes on writing meanwhile.
 */
export const REVIEW_KEYS = {
  accept: "Tab",
  refuse: "Escape",
  acceptAll: "Mod+Enter",
  refuseAll: "Mod+Shift+Backspace",
} as const;
