import type { ListFilter } from "../../../kernel/notes/note-cache.ts";
import { tagsOfAddress } from "../../../kernel/tags/tag-address.ts";

export const LAYOUTS = ["list", "grid", "table"] as const;
export type Layout = (typeof LAYOUTS)[number];

const ORDERED_BY = ["updated", "created", "title", "words"] as const;
export type Sort = (typeof ORDERED_BY)[number];
export type Order = "asc" | "desc";

/** What an address says of a list of notes. */
export type ExplorerSearch = {
  q?: string | undefined;
  tag?: string | undefined;
  view?: string | undefined;
  layout?: string | undefined;
  sort?: string | undefined;
  order?: string | undefined;
  category?: string | undefined;
  has?: string | undefined;
};

export type Ordering = { sort: Sort; order: Order; onSort: (sort: Sort, order: Order) => void };

export type ListChoices = { layout: Layout; sort: Sort; order: Order };

/** By title from A; by all else what is new or long comes first. */
export const naturalOrder = (sort: Sort): Order => (sort === "title" ? "asc" : "desc");

/** The address decides; where it is silent, what the person chose last. */
export function choicesOf(search: ExplorerSearch, remembered: Partial<ListChoices> | undefined): ListChoices {
  const layout = LAYOUTS.find((each) => each === search.layout) ?? remembered?.layout ?? "list";
  const asked = ORDERED_BY.find((each) => each === search.sort);
  const sort = asked ?? remembered?.sort ?? "updated";
  const given = search.order === "asc" || search.order === "desc" ? search.order : undefined;
  return { layout, sort, order: given ?? (asked ? undefined : remembered?.order) ?? naturalOrder(sort) };
}

/** What to ask the server for; the usual order is not named, so that screens share one answer. */
export function filterOf(
  search: ExplorerSearch,
  { sort, order }: ListChoices,
  folderId: string | null,
): ListFilter {
  const tags = tagsOfAddress(search.tag);
  const [tag] = tags;
  const isUsual = sort === "updated" && order === "desc";
  return {
    ...(folderId && { folderId }),
    ...(tags.length > 1 ? { tags } : tag && { tag }),
    ...(search.view === "favorites" && { isFavorite: true }),
    ...(search.category && { category: search.category }),
    ...(search.has === "tasks" && { hasOpenTasks: true }),
    ...(!isUsual && { sort, order }),
    trashed: search.view === "trash",
  };
}

/** Whether some notes are left out, besides by the folder and the view. */
export const isFiltered = ({ tag, category, has }: ExplorerSearch): boolean =>
  Boolean(tag || category || has);
