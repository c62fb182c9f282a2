import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** Copies text and says so; a function is asked for it only then. */
export async function copyText(text: string | (() => Promise<string>), words: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
    toast.success(words);
  } catch {
    toast.error(t("Couldn't copy. Your browser or the server blocked it."));
  }
}
