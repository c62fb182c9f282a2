/** Safari ends the composition before the key that ended it, whose code still says so. */
export const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229;

/**
 * Enter that takes a word of an input method, Escape that gives it up and arrows that choose among its words are that word's own: no
 * field saves, no dialog closes and no shortcut runs by them. The text of a note sees to them itself (Composition).
 */
export function keepComposingKeys(): () => void {
  const handleKey = (event: KeyboardEvent) => {
    if (!isComposing(event)) return;
    if (event.target instanceof Element && event.target.matches(".note-text")) return;
    event.stopImmediatePropagation();
    // The browser itself empties a search field by it.
    if (event.key === "Escape") event.preventDefault();
  };
  addEventListener("keydown", handleKey, true);
  return () => removeEventListener("keydown", handleKey, true);
}
