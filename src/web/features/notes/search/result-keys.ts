import type { KeyboardEvent } from "react";
import { QUERY_MAX } from "#contract/shared/search-query.ts";

/** For how long Enter waits for the answer to what was typed. */
const WITHIN_MS = 5000;

const resultsOf = () => document.querySelector<HTMLElement>("#main [data-results]");
const rowsIn = (results: HTMLElement | null) => [
  ...(results?.querySelectorAll<HTMLAnchorElement>("[data-note-id]:not([data-near] *) a") ?? []),
];
/** The first note that has the words; where there is none, what else was found, by meaning only for the words as they stand. */
const firstIn = (results: HTMLElement | null) =>
  rowsIn(results)[0] ?? results?.querySelector<HTMLAnchorElement>("a[data-found],[data-near=now] a");
const moreIn = (results: HTMLElement) => results.querySelector<HTMLElement>("[data-more]");
const hasModifier = (event: KeyboardEvent) =>
  event.shiftKey || event.altKey || event.ctrlKey || event.metaKey;

/** The words that results answer, as their element says them. */
export const answeredWords = (query: string) => query.trim().slice(0, QUERY_MAX);

/** In a search field: Down goes to the first result, Enter opens it, with Ctrl in a new tab. */
export function handleFieldKey(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === "ArrowDown" && !hasModifier(event)) {
    const first = firstIn(resultsOf());
    if (!first) return;
    event.preventDefault();
    first.focus();
  } else if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
    event.preventDefault();
    if (!event.repeat) openFirst(event.currentTarget, event.ctrlKey || event.metaKey);
  }
}

/** What is listed may still answer the letters before the last ones: those are not what Enter is about. */
function openFirst(field: HTMLInputElement, isNewTab: boolean): void {
  const words = answeredWords(field.value);
  if (words === "") return;
  const begun = performance.now();
  const attempt = () => {
    if (answeredWords(field.value) !== words || document.activeElement !== field) return;
    const results = resultsOf();
    const first = firstIn(results);
    if (results?.dataset["results"] !== words) {
      if (performance.now() - begun < WITHIN_MS) requestAnimationFrame(attempt);
    } else if (first && isNewTab) open(first.href, "_blank", "noopener");
    else first?.click();
  };
  attempt();
}

export function focusField(): void {
  const field = document.querySelector<HTMLInputElement>("#main [role=search] input");
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

/** Up from the first result goes to the field; the line that shows more is one step below the last. */
export function handleEdgeKey(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: results, target } = event;
  if (hasModifier(event) || !(target instanceof HTMLElement) || !results.contains(target)) return;
  const rows = rowsIn(results);
  const more = moreIn(results);
  const next =
    event.key === "ArrowUp" && target === more
      ? rows.at(-1)
      : event.key === "ArrowDown" && target === rows.at(-1)
        ? more
        : null;
  if (next) next.focus();
  else if (event.key === "ArrowUp" && target === rows[0]) focusField();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Escape goes back to the field, unless it was about a selection, a menu or a dialog. */
export function handleEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Escape" || event.defaultPrevented || hasModifier(event)) return;
  if (!event.currentTarget.contains(event.target as Node)) return;
  event.preventDefault();
  focusField();
}
