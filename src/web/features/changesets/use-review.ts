import { type RefObject, useEffect, useRef } from "react";
import type { Changeset } from "#contract/changesets.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { bringIntoSight } from "../../lib/bring-into-sight.ts";
import { type Change, useControls } from "./controls.ts";
import { decideNote } from "./changed-note.tsx";
import { decideOne } from "./decisions.ts";
import { fullKey, useDeciding } from "./deciding.ts";
import { canGo, EXPECTED, isMeant, refOf, stateOf } from "./parts.ts";

const ROWS = "[data-change-id]";

/** What a row of the page stands for: one change, or a folded note with all of its own. */
function changeOf(changeset: Changeset, id: string): Change | null {
  const key = id.slice(changeset.id.length + 1);
  const note = changeset.notes.find(({ noteId }) => noteId === key);
  if (note)
    return {
      id,
      name: titleOf(note),
      can: (way) => note.parts.some(({ state }) => isMeant(way, state)),
      decide: (way) => void decideNote(changeset.id, note, way),
    };
  const ref = refOf(key);
  const known = stateOf(changeset, ref);
  if (!known) return null;
  // Who is quick goes by what the page shows, before the server has answered.
  const way = useDeciding.getState().ways.get(fullKey(changeset.id, key));
  const state = way ? EXPECTED[way] : known;
  return {
    id,
    name: changeset.title,
    can: (way) => canGo(way, state),
    decide: (way) => void decideOne(changeset.id, way, ref),
  };
}

/** Lets keys and menus decide about what is on the screen. The focus goes along; where it is elsewhere, the last change is meant. */
export function useReview(root: RefObject<HTMLElement | null>, changeset: Changeset | undefined): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (!changeset) return;
    const rows = () => [...(root.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
    const focused = () => document.activeElement?.closest<HTMLElement>(ROWS)?.dataset.changeId;
    const here = () => focused() ?? last.current;
    const controls = {
      step: (by: -1 | 1) => {
        const all = rows();
        const at = all.findIndex(({ dataset }) => dataset.changeId === here());
        const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
        if (!next) return;
        last.current = next.dataset.changeId ?? null;
        next.focus({ preventScroll: true });
        bringIntoSight(next, next.offsetHeight > innerHeight * 0.6 ? "start" : "center");
      },
      current: () => {
        const id = here();
        return id === null || id === undefined ? null : changeOf(changeset, id);
      },
      find: (id: string) => changeOf(changeset, id),
    };
    useControls.setState({ controls });
    return () => useControls.setState((now) => (now.controls === controls ? { controls: null } : {}));
  }, [root, changeset]);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>(ROWS) : null;
      if (row) last.current = row.dataset.changeId ?? null;
    };
    const element = root.current;
    element?.addEventListener("focusin", remember);
    return () => element?.removeEventListener("focusin", remember);
  }, [root, changeset]);
}
