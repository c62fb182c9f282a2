import type { Subject, Subjects } from "../../kernel/actions/subject.ts";
import { subjectViews } from "../manifests.ts";

const kinds = Object.keys(subjectViews) as (keyof Subjects)[];
const ROWS = kinds.map((kind) => `[data-${kind}-id]`).join(", ");

export const rowAt = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>(ROWS) ?? null;

/** What the row stands for that an element lies in. */
export function subjectAt(element: Element | null): Subject | null {
  const row = rowAt(element);
  for (const kind of kinds) {
    const id = row?.getAttribute(`data-${kind}-id`);
    const item = id && subjectViews[kind]?.find(id);
    // A kind and its item belong together; of a union of both the compiler does not know it any more.
    if (item) return { kind, item } as Subject;
  }
  return null;
}

export const nameOf = ({ kind, item }: Subject): string =>
  (subjectViews[kind] as { nameOf: (item: Subject["item"]) => string } | undefined)?.nameOf(item) ?? "";
