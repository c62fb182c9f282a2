import { create } from "zustand";
import type { Note } from "#contract/notes.ts";
import { NOTHING, type Selection } from "../../../lib/selection.ts";
import { toast } from "../../../ui/toast-store.ts";
import { t } from "../../../lib/messages/t.ts";

type SelectionStore = {
  selection: Selection;
  listed: readonly Note[];
  /** The note of the list that is looked at without being opened. */
  looking: string | null;
};

/** The notes selected in the list on the screen; one list at a time has a selection. */
export const useSelection = create<SelectionStore>(() => ({ selection: NOTHING, listed: [], looking: null }));

/** Shows a note of the list without opening it; null ends that. */
export const look = (noteId: string | null): void => useSelection.setState({ looking: noteId });

export const isListedHere = (noteId: string): boolean =>
  useSelection.getState().listed.some(({ id }) => id === noteId);

export const select = (selection: Selection): void => useSelection.setState({ selection });
export const clearSelection = (): void => {
  if (useSelection.getState().selection.ids.size > 0) select(NOTHING);
};

/** Tells how many notes the list has when all are there; null when the server could not be asked for all. */
export type LoadAll = () => Promise<number | null>;

/** Those that are here at once, the others when they have come; whoever gives the selection up meanwhile has none. */
export async function selectAll(loadAll?: LoadAll): Promise<void> {
  const take = () => {
    const { listed } = useSelection.getState();
    const ids = new Set(listed.map(({ id }) => id));
    select({ ids, anchor: listed[0]?.id ?? null, base: ids });
  };
  take();
  if (!loadAll) return;
  const count = await loadAll();
  await untilListed(count ?? 0);
  if (useSelection.getState().selection.ids.size === 0) return;
  take();
  if (count === null) toast.error(t("Only the notes shown are selected."));
}

/** What has been loaded is drawn a moment later, on a busy page some frames; not for ever, because notes may leave meanwhile. */
function untilListed(count: number): Promise<void> {
  return new Promise((resolve) => {
    const isThere = () => useSelection.getState().listed.length >= count;
    if (isThere()) return resolve();
    const stop = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const unsubscribe = useSelection.subscribe(() => isThere() && stop());
    const timer = setTimeout(stop, 3_000);
  });
}

/** The list on the screen, in its order; what is no longer in it is no longer selected. */
export function listNotesHere(listed: readonly Note[]): void {
  const { selection } = useSelection.getState();
  const there = new Set(listed.map(({ id }) => id));
  const ids = new Set([...selection.ids].filter((id) => there.has(id)));
  const isSame = ids.size === selection.ids.size;
  useSelection.setState({ listed, selection: isSame ? selection : { ...selection, ids, base: ids } });
}

/** The selected notes in the order of their list. */
export function selectedNotes({ selection, listed }: SelectionStore = useSelection.getState()): Note[] {
  return selection.ids.size === 0 ? [] : listed.filter(({ id }) => selection.ids.has(id));
}

/** What an action on a note is about: the whole selection when the note is of it, else the note alone. */
export function targets(note: Note): Note[] {
  return useSelection.getState().selection.ids.has(note.id) ? selectedNotes() : [note];
}
