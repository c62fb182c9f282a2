import { Draggable } from "@fullcalendar/react/interaction";

/** Lets the tasks of a list be dragged to a day of the grid; answers what ends it. */
export function makeDraggable(list: HTMLElement): () => void {
  const draggable = new Draggable(list, {
    itemSelector: "[data-task-id]",
    eventData: (item) => ({ title: item.textContent, duration: "00:30", create: false }),
  });
  return () => draggable.destroy();
}
