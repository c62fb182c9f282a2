import type { InfiniteData } from "@tanstack/react-query";
import type { TrashItem } from "#contract/trash.ts";
import type { TrashKinds } from "../../kernel/trash-facet.ts";
import { api, invalidate, queryClient } from "../../platform/api.ts";
import { isUnreachable } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { countWords } from "./trash-words.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

type Page = { items: TrashItem[]; counts: Record<string, number> };
type Pages = InfiniteData<Page>;

/** As many as one call takes. */
const AT_ONCE = 500;

const keyOf = ({ kind, id }: TrashItem) => ({ kind, id });

/** Takes them off the lists at once; answers what puts them back. */
async function leaveOut(items: TrashItem[]): Promise<() => void> {
  const gone = new Set(items.map(({ id }) => id));
  const queryKey = api.trash.list.key();
  // An answer that is on its way was given before, and would bring them back.
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueriesData<Pages>({ queryKey });
  queryClient.setQueriesData<Pages>({ queryKey }, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.filter(({ id }) => !gone.has(id)),
    }));
    return { ...data, pages };
  });
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}

function refresh(kinds: TrashKinds): void {
  invalidate(api.trash.key());
  for (const kind of Object.values(kinds)) kind.refresh();
}

/** Out of the trash, also without a connection: then it happens when there is one. */
export async function restoreItems(items: TrashItem[], kinds: TrashKinds): Promise<boolean> {
  const undo = await leaveOut(items);
  try {
    for (let at = 0; at < items.length; at += AT_ONCE) {
      const input = { items: items.slice(at, at + AT_ONCE).map(keyOf) };
      await send(["trash", "restore"], input, () => api.trash.restore.call(input));
    }
    refresh(kinds);
    toast.success(t("{items} restored", { items: countWords(items, kinds) }));
    return true;
  } catch {
    undo();
    toast.error(t("Failed to restore"));
    return false;
  }
}

/** Of all kinds together. */
export const sumOf = (counts: Page["counts"]): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function tellErased(count: number): void {
  toast.success(plural(count, { one: "Deleted permanently", other: "{count} deleted permanently" }));
}

/** Never kept for later: what cannot be taken back happens now or not at all. */
async function erase(
  call: () => Promise<{ removed: Page["counts"] }>,
  kinds: TrashKinds,
  undo: () => void,
): Promise<void> {
  try {
    const { removed } = await call();
    refresh(kinds);
    tellErased(sumOf(removed));
  } catch (error) {
    undo();
    toast.error(
      isUnreachable(error)
        ? t("You're offline. Nothing was deleted; try again when you're back.")
        : t("Failed to delete permanently"),
    );
  }
}

export async function eraseItems(items: TrashItem[], kinds: TrashKinds): Promise<void> {
  const undo = await leaveOut(items);
  for (let at = 0; at < items.length; at += AT_ONCE)
    await erase(
      () => api.trash.remove.call({ items: items.slice(at, at + AT_ONCE).map(keyOf) }),
      kinds,
      undo,
    );
}

export const emptyTrash = (kinds: TrashKinds): Promise<void> =>
  erase(
    () => api.trash.empty.call({}),
    kinds,
    () => undefined,
  );
