import type { WebLink } from "#contract/web-links.ts";
import { undoable } from "../../../kernel/undo.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { api, invalidate } from "../../../platform/api.ts";
import { failureWords } from "../../../platform/rpc-errors.ts";
import { toast } from "../../../ui/toast-store.ts";

const refresh = () => invalidate(api.webLinks.key());

async function attempt(run: () => Promise<unknown>, failure: string): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    toast.error(failureWords(error, failure));
    return false;
  } finally {
    refresh();
  }
}

export const checkNow = (): Promise<boolean> =>
  attempt(() => api.webLinks.check.call(), t("Couldn't start the check."));

/** For good: it is asked no more either. */
export async function dismissLink({ id: webLinkId, address }: WebLink): Promise<void> {
  const put = async (isDismissed: boolean) => {
    await api.webLinks.dismiss.call({ webLinkId, isDismissed });
    refresh();
  };
  if (await attempt(() => put(true), t("Failed to change it")))
    undoable(t("This link won't be shown again"), () => put(false), { name: address, redo: () => put(true) });
}

/** Puts the new address into every note that is listed with it, and back into the same places. */
export async function replaceLink({ address, movedTo, notes }: WebLink): Promise<void> {
  if (movedTo === null) return;
  const changed: { noteId: string; blockIds: string[] }[] = [];
  const run = async () => {
    for (const { id: noteId } of notes) {
      const { blockIds } = await api.webLinks.replace.call({ noteId, from: address, to: movedTo });
      if (blockIds.length > 0) changed.push({ noteId, blockIds });
    }
    if (changed.length === 0) throw new Error(t("The notes no longer have this address."));
  };
  const back = async () => {
    for (const { noteId, blockIds } of changed)
      await api.webLinks.replace.call({ noteId, from: movedTo, to: address, blockIds });
    refresh();
  };
  const isDone = await attempt(run, t("Failed to change the notes"));
  // What was changed before it failed can be taken back as well.
  if (isDone || changed.length > 0)
    undoable(
      plural(changed.length, {
        one: "Address replaced in {count} note",
        other: "Address replaced in {count} notes",
      }),
      back,
      { name: address },
    );
}
