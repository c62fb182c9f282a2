import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import type { Task } from "#contract/tasks.ts";
import { reorderTask } from "../../../kernel/tasks/reorder-task.ts";
import { t } from "../../../lib/messages/t.ts";
import { extended, NOTHING, toggled } from "../../../lib/selection.ts";
import { say } from "../../../ui/state-line.ts";
import { clearTasks, selectAllTasks, selectTasks, useTaskSelection } from "./task-selection.ts";

export type Order = { tasks: readonly Task[]; isByHand: boolean; hasMore: boolean };

/** How long after a move the lists may still come anew. */
const SETTLES_MS = 3_000;

export const idOfRow = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>("[data-task]")?.dataset["task"] : undefined;

/** Where a step up or down puts a task: before which one, or at the end; undefined where it cannot go. */
export function stepTo({ tasks, hasMore }: Order, id: string, step: -1 | 1): Task | null | undefined {
  const at = tasks.findIndex((task) => task.id === id);
  if (at < 0 || at + step < 0 || at + step >= tasks.length) return undefined;
  if (step < 0) return tasks[at - 1];
  return tasks[at + 2] ?? (hasMore ? undefined : null);
}

/** Moves a task one place up or down; the focus goes with it. */
export function useMoves(order: Order, place: RefObject<HTMLElement | null>) {
  const { tasks } = order;
  const moved = useRef({ id: "", until: 0 });
  useEffect(() => {
    // At another place it is drawn anew, and again with the server's answers.
    const { id, until } = moved.current;
    if (Date.now() < until && document.activeElement === document.body) focusTask(place.current, id);
  });
  return (id: string, step: -1 | 1) => {
    const task = tasks.find((each) => each.id === id);
    const before = stepTo(order, id, step);
    if (!task || before === undefined) return;
    moved.current = { id, until: Date.now() + SETTLES_MS };
    void reorderTask(task, before, tasks);
    const words = { title: task.title, place: tasks.indexOf(task) + step + 1, count: tasks.length };
    say(t("{title}: place {place} of {count}", words));
  };
}

/** Ctrl+A selects all, Escape none, Ctrl+Space one more or less. True where the key was one of these. */
function handleSelectKey(event: KeyboardEvent, id: string | undefined): boolean {
  const { selection } = useTaskSelection.getState();
  const isMod = event.ctrlKey || event.metaKey;
  if (event.key === "Escape" && selection.ids.size > 0) clearTasks();
  else if (isMod && event.key.toLowerCase() === "a" && !event.shiftKey && !event.altKey) selectAllTasks();
  else if (id && isMod && event.key === " ") selectTasks(toggled(selection, id));
  else return false;
  event.preventDefault();
  return true;
}

const STEPS: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

/** Arrows move the focus, with Shift they select, with Alt they move the task. */
export function useListKeys(
  tasks: readonly Task[],
  place: RefObject<HTMLElement | null>,
  move: ((id: string, step: -1 | 1) => void) | undefined,
) {
  return (event: KeyboardEvent) => {
    const id = idOfRow(event.target);
    if (event.defaultPrevented || (event.target as Element).closest("[role=menu], [role=dialog]")) return;
    if (handleSelectKey(event, id)) return;
    const step = STEPS[event.key];
    if (!id || !step || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.altKey) return move?.(id, step);
    const next = tasks[tasks.findIndex((task) => task.id === id) + step];
    if (!next) return;
    const { selection } = useTaskSelection.getState();
    if (event.shiftKey) {
      const begun = selection.ids.size === 0 ? toggled(NOTHING, id) : selection;
      const ids = tasks.map((task) => task.id);
      selectTasks(extended(begun, ids, next.id));
    }
    focusTask(place.current, next.id, isBox(event.target));
  };
}

const isBox = (target: EventTarget) => target instanceof HTMLInputElement;

/** The words of a row, or its box where the focus was on a box. A row that comes into sight is drawn a frame or two later. */
function focusTask(place: HTMLElement | null, id: string, isOnBox = false, tries = 10): void {
  const row = place?.querySelector(`[data-task="${CSS.escape(id)}"]`);
  const part = row?.querySelector<HTMLElement>(isOnBox ? "input[type=checkbox]" : "[data-open]");
  part?.focus();
  part?.scrollIntoView({ block: "nearest" });
  if (!part && tries > 0) requestAnimationFrame(() => focusTask(place, id, isOnBox, tries - 1));
}
