import { useState } from "react";

/** Which of the listed are chosen; one that has left the list is chosen no more. */
export function useChosen<Item extends { id: string }>(items: readonly Item[]) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const chosen = items.filter(({ id }) => marked.has(id));
  const check = (item: Item, isChecked: boolean, isRange: boolean) => {
    const here = items.findIndex(({ id }) => id === item.id);
    const there = isRange ? items.findIndex(({ id }) => id === last) : here;
    const [from, to] = there < 0 ? [here, here] : [Math.min(here, there), Math.max(here, there)];
    const next = new Set(marked);
    for (const { id } of items.slice(from, to + 1)) {
      if (isChecked) next.add(id);
      else next.delete(id);
    }
    setMarked(next);
    setLast(item.id);
  };
  return {
    chosen,
    ids: new Set(chosen.map(({ id }) => id)) as ReadonlySet<string>,
    check,
    /** A range reaches from the one that was chosen last. */
    toggle: (item: Item, isRange = false) => check(item, !marked.has(item.id), isRange),
    checkAll: () => setMarked(new Set(items.map(({ id }) => id))),
    forget: () => setMarked(new Set()),
  };
}
