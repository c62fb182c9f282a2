import { useEffect, useState } from "react";
import type { Part, QuickAdd } from "#language/quick-add.ts";

export type Span = readonly [from: number, to: number];

/** A sentence as it was understood, and where in it each part stands. */
export type Understood = { said: QuickAdd; parts: Part[] };

export type Reader<Reading extends Understood> = (text: string, ignore: readonly Span[]) => Reading;

/** What was taken back stays so while it stands where it did. */
export const stillThere = (spans: readonly Span[], before: string, after: string): readonly Span[] =>
  spans.filter(
    ([from, to]) =>
      after.slice(0, to) === before.slice(0, to) || after.slice(from, to) === before.slice(from, to),
  );

/** What the words say, once the parser has come. */
export function useReading<Reading extends Understood>(
  words: string,
  ignored: readonly Span[],
  timeZone: string | undefined,
  load: (timeZone: string | undefined) => Promise<Reader<Reading>>,
): Reading | null {
  const [reader, setReader] = useState<{ read: Reader<Reading> } | null>(null);
  const isWanted = words !== "";
  useEffect(() => {
    let isLeft = false;
    if (isWanted)
      load(timeZone).then(
        (read) => !isLeft && setReader({ read }),
        // Without it, the words are the title.
        () => {},
      );
    return () => void (isLeft = true);
  }, [isWanted, timeZone, load]);
  return reader && words.trim() ? reader.read(words, ignored) : null;
}
