import { useQuery } from "@tanstack/react-query";
import type { Contradiction } from "#contract/contradictions.ts";
import { findingLists } from "../../kernel/insights/finding-lists.ts";
import { api } from "../../platform/api.ts";
import { settling } from "./refresh-contradictions.ts";

type Settleable = Contradiction & { isSettled: boolean };
type Listed = { pairs: Contradiction[]; total: number };

/** As the server lists them. */
const newestFirst = (one: Contradiction, other: Contradiction): number =>
  one.newer.day === other.newer.day ? 0 : one.newer.day > other.newer.day ? -1 : 1;

/** The list with a pair as it is after a decision; one that is back stands last among those of its day. */
export function withSettled({ pairs, total }: Listed, { isSettled, ...pair }: Settleable): Listed {
  const others = pairs.filter(({ id }) => id !== pair.id);
  const shown = isSettled ? others : [...others, pair].toSorted(newestFirst);
  return { pairs: shown, total: total + shown.length - pairs.length };
}

export const contradictionLists = findingLists<Listed, Settleable>({
  resource: "contradictions",
  settling,
  moved: (list, { after }) => withSettled(list, after),
});

export const useContradictions = () =>
  useQuery({
    ...api.contradictions.list.queryOptions({ staleTime: 0 }),
    queryFn: ({ signal }) =>
      contradictionLists.ask(() => api.contradictions.list.call(undefined, { signal }), undefined),
  });
