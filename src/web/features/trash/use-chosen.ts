import { useState } from "react";
import type { TrashItem } from "#contract/trash.ts";

/** Which of the listed are chosen; one that has left the list is chosen no more. */
export function useChosen(items: TrashItem[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const chosen = items.filter(({ id }) => ids.has(id));
  const check = (item: TrashItem, isChecked: boolean, isRange: boolean) => {
    const here = items.indexOf(item);
    const there = isRange ? items.findIndex(({ id }) => id === last) : here;
    const [from, to] = there < 0 ? [here, here] : [Math.min(here, there), Math.max(here, there)];
    const next = new Set(ids);
    for (const { id } of items.slice(from, to + 1)) {
      if (isChecked) next.add(id);
      else next.delete(id);
    }
    setIds(next);
    setLast(item.id);
  };
  return {
    chosen,
    check,
    checkAll: (isChecked: boolean) => setIds(new Set(isChecked ? items.map(({ id }) => id) : [])),
    forget: () => setIds(new Set()),
  };
}
