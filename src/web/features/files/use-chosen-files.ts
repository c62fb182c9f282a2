import { useState } from "react";
import type { ListedFile } from "#contract/files.ts";

/** Which of the listed are chosen; one that has left the list is chosen no more. */
export function useChosenFiles(files: ListedFile[]) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const chosen = files.filter(({ id }) => marked.has(id));
  const check = (file: ListedFile, isChecked: boolean, isRange: boolean) => {
    const here = files.findIndex(({ id }) => id === file.id);
    const there = isRange ? files.findIndex(({ id }) => id === last) : here;
    const [from, to] = there < 0 ? [here, here] : [Math.min(here, there), Math.max(here, there)];
    const next = new Set(marked);
    for (const { id } of files.slice(from, to + 1)) {
      if (isChecked) next.add(id);
      else next.delete(id);
    }
    setMarked(next);
    setLast(file.id);
  };
  return {
    chosen,
    ids: new Set(chosen.map(({ id }) => id)) as ReadonlySet<string>,
    check,
    checkAll: () => setMarked(new Set(files.map(({ id }) => id))),
    forget: () => setMarked(new Set()),
  };
}
