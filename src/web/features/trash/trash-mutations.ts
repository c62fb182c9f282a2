import type { InfiniteData } from "@tanstack/react-query";
import type { TrashItem } from "#contract/trash.ts";
import { api, queryClient } from "../../platform/api.ts";
import { isUnreachable } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { countWords } from "./trash-words.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

type Page = { items: TrashItem[]; counts: Record<"notes" | "folders" | "files" | "tasks", number> };
type Pages = InfiniteData<Page>;

/** As many as one call takes. */
const AT_ONCE = 500;

const keyOf = ({ kind, id }: TrashItem) => ({ kind, id });

/** Takes them off the lists at once; answers what puts them back. */
function leaveOut(items: TrashItem[]): () => void {
  const gone = new Set(items.map(({ id }) => id));
  const queryKey = api.trash.list.key();
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

function refresh(): void {
  for (const queryKey of [
    api.trash.key(),
    api.notes.key(),
    api.folders.key(),
    api.files.key(),
    api.tasks.key(),
  ])
    void queryClient.invalidateQueries({ queryKey });
}

/** Out of the trash, also without a connection: then it happens when there is one. */
export async function restoreItems(items: TrashItem[]): Promise<boolean> {
  const undo = leaveOut(items);
  try {
    for (let at = 0; at < items.length; at += AT_ONCE) {
      const input = { items: items.slice(at, at + AT_ONCE).map(keyOf) };
      await send(["trash", "restore"], input, () => api.trash.restore.call(input));
    }
    refresh();
    toast.success(t("{items} restored", { items: countWords(items) }));
    return true;
  } catch {
    undo();
    toast.error(t("Failed to restore"));
    return false;
  }
}

function tellErased({ notes, folders, files, tasks }: Page["counts"]): void {
  const count = notes + folders + files + tasks;
  toast.success(plural(count, { one: "Deleted for ever", other: "{count} deleted for ever" }));
}

/** Never kept for later: what cannot be taken back happens now or not at all. */
async function erase(call: () => Promise<{ removed: Page["counts"] }>, undo: () => void): Promise<void> {
  try {
    const { removed } = await call();
    refresh();
    tellErased(removed);
  } catch (error) {
    undo();
    toast.error(
      isUnreachable(error)
        ? t("You are offline. Nothing was deleted; try again when you are connected.")
        : t("Failed to delete for ever"),
    );
  }
}

export async function eraseItems(items: TrashItem[]): Promise<void> {
  const undo = leaveOut(items);
  for (let at = 0; at < items.length; at += AT_ONCE)
    await erase(() => api.trash.remove.call({ items: items.slice(at, at + AT_ONCE).map(keyOf) }), undo);
}

export const emptyTrash = (): Promise<void> =>
  erase(
    () => api.trash.empty.call({}),
    () => undefined,
  );
