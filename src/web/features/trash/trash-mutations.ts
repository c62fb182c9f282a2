import type { InfiniteData } from "@tanstack/react-query";
import { create } from "zustand";
import type { TrashItem } from "#contract/trash.ts";
import type { TrashKinds } from "../../kernel/trash-facet.ts";
import { api, invalidate, queryClient } from "../../platform/api.ts";
import { isUnreachable } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { tellFailed } from "../../kernel/failed-changes.ts";
import { toast } from "../../ui/toast-store.ts";
import { chunksOf } from "../../lib/chunks.ts";
import { countWords } from "./trash-words.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

type Page = { items: TrashItem[]; counts: Record<string, number> };
type Pages = InfiniteData<Page>;

/** As many as one call takes. */
const AT_ONCE = 500;

const keyOf = ({ kind, id }: TrashItem) => ({ kind, id });

/** What is leaving the trash: a list that was asked for before the server's answer still has it, and does not show it. */
export const useLeaving = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

const without = (items: TrashItem[]) => {
  const gone = new Set(items.map(({ id }) => id));
  queryClient.setQueriesData<Pages>({ queryKey: api.trash.list.key() }, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.filter(({ id }) => !gone.has(id)),
    }));
    return { ...data, pages };
  });
};

/** Takes them off the lists at once, and from what is known of them once `work` is done; its failure brings them back. */
async function leaving<Answer>(items: TrashItem[], work: () => Promise<Answer>): Promise<Answer> {
  const ids = new Set(items.map(({ id }) => id));
  useLeaving.setState((state) => ({ ids: new Set([...state.ids, ...ids]) }));
  try {
    const answer = await work();
    // An answer that is on its way was given before.
    await queryClient.cancelQueries({ queryKey: api.trash.list.key() });
    without(items);
    return answer;
  } finally {
    useLeaving.setState((state) => ({ ids: new Set([...state.ids].filter((id) => !ids.has(id))) }));
  }
}

function refresh(kinds: TrashKinds): void {
  invalidate(api.trash.key());
  for (const kind of Object.values(kinds)) kind.refresh();
}

/** Out of the trash, also without a connection: then it happens when there is one. */
export async function restoreItems(items: TrashItem[], kinds: TrashKinds): Promise<boolean> {
  try {
    await leaving(items, async () => {
      for (const chunk of chunksOf(items, AT_ONCE)) {
        const input = { items: chunk.map(keyOf) };
        await send(["trash", "restore"], input, () => api.trash.restore.call(input));
      }
    });
  } catch {
    // A part of many may be done.
    refresh(kinds);
    const [only] = items.length === 1 ? items : [];
    tellFailed(only?.id ?? null, t("Failed to restore"), () => restoreItems(items, kinds));
    return false;
  }
  refresh(kinds);
  toast.success(t("{items} restored", { items: countWords(items, kinds) }));
  return true;
}

/** Of all kinds together. */
export const sumOf = (counts: Page["counts"]): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function tellErased(count: number): void {
  toast.success(plural(count, { one: "Deleted permanently", other: "{count} deleted permanently" }));
}

/** Never kept for later: what cannot be taken back happens now or not at all. */
async function erase(call: () => Promise<number>, kinds: TrashKinds): Promise<void> {
  try {
    const count = await call();
    refresh(kinds);
    tellErased(count);
  } catch (error) {
    refresh(kinds);
    toast.failed(
      isUnreachable(error)
        ? t("You're offline. Nothing was deleted; try again when you're back.")
        : t("Failed to delete permanently"),
      () => void erase(call, kinds),
    );
  }
}

export function eraseItems(items: TrashItem[], kinds: TrashKinds): Promise<void> {
  const work = async () => {
    let count = 0;
    for (const chunk of chunksOf(items, AT_ONCE))
      count += sumOf((await api.trash.remove.call({ items: chunk.map(keyOf) })).removed);
    return count;
  };
  return erase(() => leaving(items, work), kinds);
}

export const emptyTrash = (kinds: TrashKinds): Promise<void> =>
  erase(async () => sumOf((await api.trash.empty.call({})).removed), kinds);
