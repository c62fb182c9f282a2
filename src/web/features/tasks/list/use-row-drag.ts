import { useState, type DragEvent } from "react";
import { reorderTask } from "../../../kernel/tasks/reorder-task.ts";
import { idOfRow, type Order } from "./use-list-keys.ts";

/** The kind of a dragged task, so that a place knows it before it is dropped. */
export const TASK_DRAG = "application/x-cairn-task";

/** Where a dragged row would go: above the row of this task, or below it. */
export type DropMark = { id: string; at: "above" | "below" };

function markAt(event: DragEvent): DropMark | null {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-task]") : null;
  const id = idOfRow(row);
  if (!row || !id) return null;
  const { top, height } = row.getBoundingClientRect();
  return { id, at: event.clientY < top + height / 2 ? "above" : "below" };
}

/** Rows are dragged to where they belong in the order made by hand. */
export function useRowDrag({ tasks, hasMore }: Order) {
  const [mark, setMark] = useState<DropMark | null>(null);
  const handlers = {
    onDragStart: (event: DragEvent) => {
      const id = idOfRow(event.target);
      if (!id) return;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData(TASK_DRAG, id);
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(TASK_DRAG)) return;
      event.preventDefault();
      const next = markAt(event);
      if (next && (next.id !== mark?.id || next.at !== mark.at)) setMark(next);
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setMark(null);
    },
    onDragEnd: () => setMark(null),
    onDrop: (event: DragEvent) => {
      const id = event.dataTransfer.getData(TASK_DRAG);
      const task = tasks.find((each) => each.id === id);
      const to = markAt(event) ?? mark;
      setMark(null);
      if (!task || !to) return;
      event.preventDefault();
      const at = tasks.findIndex((each) => each.id === to.id);
      const before = to.at === "above" ? tasks[at] : tasks[at + 1];
      if (before || !hasMore) void reorderTask(task, before ?? null, tasks);
    },
  };
  return { mark, handlers };
}
