/** Safari ends the composition before the key that ended it, whose code still says so. */
export const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229;

/** A field that is taken away while a word is composed in it tells of no end; another one that gets the focus does. */
const COMPOSING = ["compositionstart", "compositionupdate", "compositionend", "focusin"];

/** Says on the page that an input method has a word that is not taken yet: what stands in the field is not what will be asked for. */
const tellComposing = ({ type }: Event) =>
  document.documentElement.toggleAttribute(
    "data-composing",
    type === "compositionstart" || type === "compositionupdate",
  );

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
  for (const type of COMPOSING) addEventListener(type, tellComposing, true);
  return () => {
    removeEventListener("keydown", handleKey, true);
    for (const type of COMPOSING) removeEventListener(type, tellComposing, true);
  };
}
