import { differingRuns, numbered, type Run } from "#document/compare/differing-runs.ts";

type Side = "mine" | "theirs";
/** Lines of the base that one side or both have changed. */
type Cluster = { from: number; to: number; runs: Record<Side, Run[]> };

/**
 * Puts what others changed since `base` into a text that was changed too. Where both changed the same lines, those of the others stand in
 * the result: whoever reviews it sees there what theirs would replace, and can refuse it.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string {
  const lines = { base: base.split("\n"), mine: mine.split("\n"), theirs: theirs.split("\n") };
  const clusters = clustersOf({
    mine: differingRuns(...numbered(lines.base, lines.mine)),
    theirs: differingRuns(...numbered(lines.base, lines.theirs)),
  });
  const merged: string[] = [];
  // One by one: as arguments, so many lines find no room on the stack.
  const add = (from: string[]) => from.forEach((line) => merged.push(line));
  const shift: Record<Side, number> = { mine: 0, theirs: 0 };
  let at = 0;
  for (const { from, to, runs } of clusters) {
    add(lines.base.slice(at, from));
    const side = runs.theirs.length > 0 ? "theirs" : "mine";
    add(lines[side].slice(from + shift[side], to + shift[side] + growthOf(runs[side])));
    shift.mine += growthOf(runs.mine);
    shift.theirs += growthOf(runs.theirs);
    at = to;
  }
  add(lines.base.slice(at));
  return merged.join("\n");
}

const growthOf = (runs: Run[]): number =>
  runs.reduce((sum, { oldFrom, oldTo, newFrom, newTo }) => sum + (newTo - newFrom) - (oldTo - oldFrom), 0);

/** Changes of the two sides that overlap or touch are one. */
function clustersOf(given: Record<Side, Run[]>): Cluster[] {
  const all = (["mine", "theirs"] as const)
    .flatMap((side) => given[side].map((run) => ({ side, run })))
    .toSorted((a, b) => a.run.oldFrom - b.run.oldFrom || a.run.oldTo - b.run.oldTo);
  const clusters: Cluster[] = [];
  for (const { side, run } of all) {
    const last = clusters.at(-1);
    if (last && run.oldFrom <= last.to) last.to = Math.max(last.to, run.oldTo);
    else clusters.push({ from: run.oldFrom, to: run.oldTo, runs: { mine: [], theirs: [] } });
    clusters.at(-1)!.runs[side].push(run);
  }
  return clusters;
}
