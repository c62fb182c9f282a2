import type { Claim } from "./claims.ts";
import { differ } from "./values.ts";

/** A claim, the text it stands in, and the day on which its words were written, YYYY-MM-DD. */
export type Written = Pick<Claim, "key" | "value"> & { place: string; day: string };

/** Of so many values that one thing has, it is a list, a log of prices or a word that many things share. */
const MOST_VALUES = 3;
/** Days are planned anew; days that were over when the next was written are another time. */
const LASTING = /: (?:birthday|end)$/;

/** The pairs in different texts that can't both be true, each claim of a place once. */
export function disagreements<Each extends Written>(claims: readonly Each[]): [older: Each, newer: Each][] {
  return [...Map.groupBy(claims, ({ key }) => key).values()].flatMap((ofOne) => pairsIn(ofOne));
}

function pairsIn<Each extends Written>(claims: readonly Each[]): [Each, Each][] {
  // A text that says two things of one lists them, or tells how it went.
  const places = [...Map.groupBy(claims, ({ place }) => place).values()];
  const single = places
    .filter(([first, ...others]) => others.every(({ value }) => !differ(first!.value, value)))
    .map(([first]) => first!)
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
  const values: Each[] = [];
  for (const claim of single) if (values.every(({ value }) => differ(value, claim.value))) values.push(claim);
  if (places.length > single.length || values.length > MOST_VALUES) return [];
  return single.flatMap((older, index) =>
    single
      .slice(index + 1)
      .flatMap((newer): [Each, Each][] => (disagree(older, newer) ? [[older, newer]] : [])),
  );
}

const disagree = (older: Written, newer: Written): boolean =>
  differ(older.value, newer.value) && (LASTING.test(older.key) || !isOver(older, newer.day));

/** Whether the day that was named had passed when the other words were written; without a year it is of the year after it was named. */
function isOver({ value, day }: Written, then: string): boolean {
  if (value.kind !== "date") return false;
  const written = Number(day.slice(0, 4));
  const of = (year: number) =>
    `${year}-${String(value.month).padStart(2, "0")}-${String(value.day).padStart(2, "0")}`;
  const named = value.year ?? (of(written) < day ? written + 1 : written);
  return of(named) < then;
}
