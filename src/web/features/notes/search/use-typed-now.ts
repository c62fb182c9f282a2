import { useState } from "react";

type Typed = { words: string; seen: string; told: string[] };

/**
 * What is typed stands in its field at once, while the address it is told to follows a moment later: a field that is set back
 * meanwhile loses the word of an input method. A value that comes from elsewhere (Back, a link) replaces it.
 */
export function useTypedNow(value: string, onChange: (words: string) => void) {
  const [typed, setTyped] = useState<Typed>({ words: value, seen: value, told: [] });
  if (value !== typed.seen) {
    const at = typed.told.indexOf(value);
    setTyped(
      at < 0
        ? { words: value, seen: value, told: [] }
        : { ...typed, seen: value, told: typed.told.slice(at + 1) },
    );
  }
  const tell = (words: string) => {
    setTyped(({ seen, told }) => ({ words, seen, told: words === seen ? [] : [...told, words] }));
    onChange(words);
  };
  return [typed.words, tell] as const;
}
