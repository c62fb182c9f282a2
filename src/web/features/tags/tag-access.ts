import type { AiAccess } from "#contract/shared/ai-access.ts";
import type { Tag } from "#contract/tags.ts";
import { accessDone } from "../../kernel/ai-access/access-words.ts";
import { settle, tellFailed } from "../../kernel/failed-changes.ts";
import { refreshWhenSettled } from "../../kernel/refresh-when-settled.ts";
import { undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate, persistQueries, queryClient } from "../../platform/api.ts";
import { errorCode, errorMessage } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { tagMark } from "./tag-mutations.ts";

const { refresh, whileChanging } = refreshWhenSettled(["tags"], () => {
  invalidate(api.tags.key());
  invalidate(api.notes.aiAccess.key());
});

const listKey = api.tags.list.queryKey({ input: {} });

/** However it is written. */
function show(name: string, aiAccess: AiAccess): void {
  queryClient.setQueryData(
    listKey,
    (data) =>
      data && {
        tags: data.tags.map((tag) =>
          tag.name.toLowerCase() === name.toLowerCase() ? { ...tag, aiAccess } : tag,
        ),
      },
  );
  persistQueries(listKey);
}

async function change(name: string, from: AiAccess, to: AiAccess, isUndo: boolean): Promise<void> {
  const input = { name, aiAccess: to, ...(isUndo && { onlyIf: from }) };
  show(name, to);
  try {
    await whileChanging(() => send(["tags", "setAiAccess"], input, () => api.tags.setAiAccess.call(input)));
  } catch (error) {
    show(name, from);
    throw error;
  } finally {
    refresh();
  }
}

/** Shows at once, and can be taken back unless it was changed again since. */
export async function setTagAccess({ name, aiAccess: before }: Tag, aiAccess: AiAccess): Promise<void> {
  const again = () => setTagAccess({ name, aiAccess: before, noteCount: 0 }, aiAccess);
  try {
    await change(name, before, aiAccess, false);
    settle(tagMark(name));
  } catch (error) {
    const failure = t("Failed to change the AI access of {name}", { name });
    const isFull = errorCode(error) === "QUOTA_EXCEEDED";
    return tellFailed(tagMark(name), isFull ? errorMessage(error, failure) : failure, again);
  }
  undoable(accessDone(aiAccess, name), () => change(name, aiAccess, before, true), { redo: again });
}
