import type { TagChange } from "#contract/tags.ts";
import { api, invalidate } from "../../platform/api.ts";
import { send, type Sent } from "../../platform/send.ts";
import { settle, tellFailed } from "../../kernel/failed-changes.ts";
import { undoable } from "../../kernel/undo.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** As many notes as one call takes back. */
const AT_ONCE = 1000;

function refresh(): void {
  invalidate(api.tags.key());
  invalidate(api.notes.key());
}

/** Tags have no id. */
export const tagMark = (name: string): string => `tag ${name}`;

type Names = { from: string; to?: string };

/** Tells that it is done; what the server has done already can be taken back. */
function tell(done: string, sent: Sent<TagChange>, names: Names, onUndone?: () => void): void {
  refresh();
  if (sent.how === "queued") return toast.success(done);
  const { answer } = sent;
  undoable(done, async () => {
    await putBack(names, answer);
    onUndone?.();
    return t("The tag {from} is back", { from: names.from });
  });
}

async function putBack(names: Names, { renamed, lost, aiAccess }: TagChange): Promise<void> {
  const count = Math.max(renamed.length, lost.length);
  try {
    for (let at = 0; at < count; at += AT_ONCE) {
      const input = {
        ...names,
        renamed: renamed.slice(at, at + AT_ONCE),
        lost: lost.slice(at, at + AT_ONCE),
        // Until the last note has its name again, the other name is as strict as it was made.
        ...(aiAccess && { aiAccess: at + AT_ONCE < count ? { from: aiAccess.from } : aiAccess }),
      };
      await send(["tags", "putBack"], input, () => api.tags.putBack.call(input));
    }
  } finally {
    refresh();
  }
}

/** In every note; where the new name exists, the two become one. True when it holds. */
export async function renameTag(
  from: string,
  to: string,
  isMerge: boolean,
  onUndone: () => void,
): Promise<boolean> {
  const input = { from, to };
  try {
    const sent = await send(["tags", "rename"], input, () => api.tags.rename.call(input));
    tell(
      isMerge ? t("Merged {from} into {to}", { from, to }) : t("Renamed {from} to {to}", { from, to }),
      sent,
      input,
      onUndone,
    );
    settle(tagMark(from));
    return true;
  } catch {
    tellFailed(tagMark(from), t("Failed to rename tag"), () => renameTag(from, to, isMerge, onUndone));
    return false;
  }
}

/** Takes a tag from every note; the notes stay. */
export async function removeTag(name: string): Promise<boolean> {
  const input = { name };
  try {
    const sent = await send(["tags", "remove"], input, () => api.tags.remove.call(input));
    tell(t("Removed the tag {name}", { name }), sent, { from: name });
    settle(tagMark(name));
    return true;
  } catch {
    tellFailed(tagMark(name), t("Failed to remove tag"), () => removeTag(name));
    return false;
  }
}
