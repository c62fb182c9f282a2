import { create } from "zustand";
import type { Task } from "#contract/tasks.ts";
import { NOTHING, type Selection } from "../../../lib/selection.ts";

type SelectionStore = { selection: Selection; listed: readonly Task[] };

/** The tasks selected in the list on the screen. */
export const useTaskSelection = create<SelectionStore>(() => ({ selection: NOTHING, listed: [] }));

/** Only those can be selected that the list has told. */
export const selectTasks = (selection: Selection): void =>
  useTaskSelection.setState(({ listed }) => ({ selection: among(listed, selection) }));

function among(listed: readonly Task[], selection: Selection): Selection {
  const there = new Set(listed.map(({ id }) => id));
  const ids = new Set([...selection.ids].filter((id) => there.has(id)));
  return ids.size === selection.ids.size ? selection : { ...selection, ids, base: ids };
}

export const clearTasks = (): void => {
  if (useTaskSelection.getState().selection.ids.size > 0) selectTasks(NOTHING);
};

/** Those that the list has; more come as it is scrolled. */
export function selectAllTasks(): void {
  const { listed } = useTaskSelection.getState();
  const ids = new Set(listed.map(({ id }) => id));
  selectTasks({ ids, anchor: listed[0]?.id ?? null, base: ids });
}

/** What can be selected of the list on the screen, in its order; what is no longer in it is no longer selected. */
export const listTasksHere = (listed: readonly Task[]): void =>
  useTaskSelection.setState(({ selection }) => ({ listed, selection: among(listed, selection) }));

export function selectedTasks({ selection, listed }: SelectionStore = useTaskSelection.getState()): Task[] {
  return selection.ids.size === 0 ? [] : listed.filter(({ id }) => selection.ids.has(id));
}
