type Row = { id: string };

/** Rows around those in sight that tell who of them has moved: more neighbours kept their order than not. */
const AROUND = 60;

/**
 * Which row stays where it is on the screen while a list changes: the reader's own (`first`), unless it went away or was moved
 * among its neighbours; then the next one in sight (up to `last`) that was not.
 * @returns its index before and after, or null when nothing that was in sight is where it was
 */
export function anchorRow(
  before: readonly Row[],
  after: readonly Row[],
  first: number,
  last: number,
): { was: number; is: number } | null {
  const begin = Math.max(0, first - AROUND);
  const near = new Map(before.slice(begin, last + 1 + AROUND).map(({ id }, at) => [id, begin + at]));
  const rows: { was: number; is: number }[] = [];
  after.forEach(({ id }, is) => {
    const was = near.get(id);
    if (was !== undefined) rows.push({ was, is });
  });
  return inOrder(rows).find(({ was }) => was >= first && was <= last) ?? null;
}

/** The most of these rows that stand in the same order as before; they come in the order they have now. */
function inOrder<Moved extends { was: number }>(rows: Moved[]): Moved[] {
  // The longest increasing subsequence: `ends` has, for each length, the row with the least `was` that one can end with.
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  rows.forEach(({ was }, at) => {
    let length = ends.findIndex((end) => rows[end]!.was >= was);
    if (length < 0) length = ends.length;
    previous[at] = ends[length - 1];
    ends[length] = at;
  });
  const kept: Moved[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) kept.unshift(rows[at]!);
  return kept;
}
