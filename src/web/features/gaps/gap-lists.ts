import { useQuery } from "@tanstack/react-query";
import type { Gap, GapGroup } from "#contract/gaps.ts";
import { findingLists } from "../../kernel/insights/finding-lists.ts";
import { api } from "../../platform/api.ts";
import { settling } from "./refresh-gaps.ts";

/** A question and the word of its group. */
export type PlacedGap = Gap & { word: string | null };
type Listed = { groups: GapGroup[]; total: number };

const latestFirst = (one: Gap, other: Gap): number =>
  one.lastAt === other.lastAt ? 0 : one.lastAt > other.lastAt ? -1 : 1;

/** The list with a question as it is after a decision. A group that has lost all stays, for one that comes back. */
export function withDismissed({ groups, total }: Listed, { word, ...gap }: PlacedGap): Listed {
  const without = groups.map((group) => ({ ...group, gaps: group.gaps.filter(({ id }) => id !== gap.id) }));
  const others = countOf(without);
  const all = total + others - countOf(groups);
  if (gap.isDismissed) return { groups: without, total: all };
  const isThere = without.some((group) => group.word === word);
  const shown = (isThere ? without : [...without, { word, gaps: [] }]).map((group) =>
    group.word === word ? { word, gaps: [...group.gaps, gap].toSorted(latestFirst) } : group,
  );
  return { groups: shown, total: all + 1 };
}

export const countOf = (groups: readonly GapGroup[]) =>
  groups.reduce((sum, { gaps }) => sum + gaps.length, 0);

export const gapLists = findingLists<Listed, PlacedGap>({
  resource: "gaps",
  settling,
  moved: (list, { after }) => withDismissed(list, after),
});

export const useGaps = () =>
  useQuery({
    ...api.gaps.list.queryOptions({ staleTime: 0 }),
    queryFn: ({ signal }) => gapLists.ask(() => api.gaps.list.call(undefined, { signal }), undefined),
  });
