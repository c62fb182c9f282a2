import { api, askAgain } from "../../lib/api.ts";
import { send } from "../../lib/send.ts";
import { toast } from "../../ui/toast-store.ts";

function refresh(): void {
  askAgain(api.tags.key());
  askAgain(api.notes.key());
}

/** In every note; where the new name exists, the two become one. True when it holds. */
export async function renameTag(from: string, to: string, isMerge: boolean): Promise<boolean> {
  const input = { from, to };
  try {
    await send(["tags", "rename"], input, () => api.tags.rename.call(input));
    toast.success(isMerge ? `Merged ${from} into ${to}` : `Renamed ${from} to ${to}`);
    refresh();
    return true;
  } catch {
    toast.error("Failed to rename tag");
    return false;
  }
}

/** Takes a tag from every note; the notes stay. */
export async function removeTag(name: string): Promise<boolean> {
  const input = { name };
  try {
    await send(["tags", "remove"], input, () => api.tags.remove.call(input));
    toast.success(`Removed the tag ${name}`);
    refresh();
    return true;
  } catch {
    toast.error("Failed to remove tag");
    return false;
  }
}
