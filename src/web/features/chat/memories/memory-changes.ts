import type { Memory } from "#contract/memories.ts";
import { undoable } from "../../../kernel/undo.ts";
import { api, invalidate, queryClient } from "../../../platform/api.ts";
import { newId } from "../../../platform/ids.ts";
import { rpc } from "../../../platform/rpc.ts";
import { failureWords } from "../../../platform/rpc-errors.ts";
import { send } from "../../../platform/send.ts";
import { toast } from "../../../ui/toast-store.ts";
import { t } from "../../../lib/messages/t.ts";

type Saved = Pick<Memory, "id" | "text" | "folderId" | "expiresAt">;

const put = (memory: Saved) => send(["memories", "save"], memory, () => rpc.memories.save(memory));
const drop = (memoryId: string) =>
  send(["memories", "remove"], { memoryId }, () => rpc.memories.remove({ memoryId }));
const refresh = () => invalidate(api.memories.key());

/** Makes it, or changes the one of this id. False where it was refused. */
export async function keepInMind(change: Omit<Saved, "id"> & { id?: string }): Promise<boolean> {
  try {
    const memory = { ...change, id: change.id ?? newId() };
    // Another change of it a moment later begins with this one.
    queryClient.setQueryData<{ memories: Memory[] }>(
      api.memories.list.queryKey({ input: {} }),
      (list) =>
        list && {
          memories: list.memories.map((one) => (one.id === memory.id ? { ...one, ...memory } : one)),
        },
    );
    await put(memory);
    refresh();
    return true;
  } catch (error) {
    refresh();
    toast.error(failureWords(error, t("Couldn't save this.")));
    return false;
  }
}

export async function forget({ id, text, folderId, expiresAt }: Memory): Promise<void> {
  try {
    await drop(id);
  } catch (error) {
    toast.error(failureWords(error, t("Couldn't delete this.")));
    return;
  }
  refresh();
  undoable(t("Forgotten"), async () => {
    await put({ id, text, folderId, expiresAt });
    refresh();
  });
}
