import { useState } from "react";
import type { Picture } from "#contract/gallery.ts";

/** Which of the listed are chosen; one that has left the list is chosen no more. */
export function useChosenPictures(pictures: Picture[]) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const chosen = pictures.filter(({ id }) => marked.has(id));
  /** A range reaches from the one that was chosen last. */
  const toggle = (picture: Picture, isRange = false) => {
    const here = pictures.findIndex(({ id }) => id === picture.id);
    const there = isRange ? pictures.findIndex(({ id }) => id === last) : here;
    const [from, to] = there < 0 ? [here, here] : [Math.min(here, there), Math.max(here, there)];
    const isChosen = !marked.has(picture.id);
    const next = new Set(marked);
    for (const { id } of pictures.slice(from, to + 1)) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    setMarked(next);
    setLast(picture.id);
  };
  return {
    chosen,
    ids: new Set(chosen.map(({ id }) => id)) as ReadonlySet<string>,
    toggle,
    chooseAll: () => setMarked(new Set(pictures.map(({ id }) => id))),
    forget: () => setMarked(new Set()),
  };
}
