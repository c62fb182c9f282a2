import { Fragment } from "react";
import { differingRuns, numbered } from "#document/compare/differing-runs.ts";

/** Two texts in one: what went struck through, what came underlined. */
export function Difference({ before, after }: { before: string; after: string }) {
  // Ends of lines are parts of their own: the same word before one is no other word.
  const [from, to] = [before, after].map((text) => text.split(/(?<=\s)|(?=\n)/)) as [string[], string[]];
  const runs = differingRuns(...numbered(from, to));
  const ends = [0, ...runs.map(({ oldTo }) => oldTo)];
  return (
    <p className="whitespace-pre-line">
      {runs.map(({ oldFrom, oldTo, newFrom, newTo }, index) => (
        <Fragment key={oldFrom + newFrom}>
          {from.slice(ends[index], oldFrom).join("")}
          {oldTo > oldFrom && <del className="text-muted">{from.slice(oldFrom, oldTo).join("")}</del>}
          {oldTo > oldFrom && newTo > newFrom && " "}
          {newTo > newFrom && <ins>{to.slice(newFrom, newTo).join("")}</ins>}
        </Fragment>
      ))}
      {from.slice(ends.at(-1)).join("")}
    </p>
  );
}
