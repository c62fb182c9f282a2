import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { FileKind, FileSort } from "#contract/files.ts";
import { api } from "../../platform/api.ts";
import { t } from "../../lib/messages/t.ts";

const PAGE_SIZE = 60;

/** What the address of the page holds. */
export type FilesSearch = {
  kind?: string;
  q?: string;
  unused?: string;
  sort?: string;
  order?: string;
  layout?: string;
  /** The file whose details are open. */
  file?: string;
};

export const KINDS: { kind: FileKind; label: string }[] = [
  { kind: "image", label: t("Images") },
  { kind: "video", label: t("Videos") },
  { kind: "audio", label: t("Audio") },
  { kind: "document", label: t("Documents") },
  { kind: "other", label: t("Other") },
];

type Order = "asc" | "desc";
export const SORTS: { sort: FileSort; label: string; natural: Order; asc: string; desc: string }[] = [
  { sort: "created", label: t("Added"), natural: "desc", asc: t("Oldest first"), desc: t("Newest first") },
  { sort: "name", label: t("Name"), natural: "asc", asc: t("A to Z"), desc: t("Z to A") },
  { sort: "size", label: t("Size"), natural: "desc", asc: t("Smallest first"), desc: t("Largest first") },
];

/** What an address asks for; what it says wrongly is as if it said nothing. */
export function choicesOf(search: FilesSearch) {
  const kind = KINDS.find((known) => known.kind === search.kind)?.kind;
  const by = SORTS.find(({ sort }) => sort === search.sort) ?? SORTS[0]!;
  const order: Order = search.order === "asc" || search.order === "desc" ? search.order : by.natural;
  return {
    kind,
    query: search.q?.trim() ?? "",
    isUnused: search.unused === "yes",
    sort: by.sort,
    order,
    isList: search.layout === "list",
  };
}

export type FileChoices = ReturnType<typeof choicesOf>;

export function useFiles({ kind, query, isUnused, sort, order }: FileChoices) {
  return useInfiniteQuery(
    api.files.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...(kind && { kind }),
        ...(query && { query }),
        ...(isUnused && { unused: true }),
        sort,
        order,
        cursor,
        limit: PAGE_SIZE,
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
}

export const usageOptions = () => api.files.usage.queryOptions({ input: {}, staleTime: 0 });
