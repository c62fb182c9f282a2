import type { KeyboardEvent } from "react";
import { focusField } from "./result-keys.ts";

const isPlain = (event: KeyboardEvent, key: string) =>
  event.key === key && !(event.shiftKey || event.altKey || event.ctrlKey || event.metaKey);
const find = (selector: string) => document.querySelector<HTMLElement>(`#main [data-results] ${selector}`);

/** Down from the line that shows more, to what is found by meaning. */
export function handleMoreKey(event: KeyboardEvent): void {
  const first = isPlain(event, "ArrowDown") && find("[data-near] [data-note-id] a");
  if (!first) return;
  event.preventDefault();
  first.focus();
}

/** Up from the first that is found by meaning: to the line that shows more; to the field where no note has the words. All else the list does. */
export function handleNearKey(event: KeyboardEvent): void {
  if (!isPlain(event, "ArrowUp") || event.target !== find("[data-near] [data-note-id] a")) return;
  const more = find("[data-more]");
  if (!more && find("[data-note-id]:not([data-near] *)")) return;
  event.preventDefault();
  if (more) more.focus();
  else focusField();
}
