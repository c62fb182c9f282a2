import { isInUse, useBrowserModel } from "../../kernel/browser-model/browser-model.ts";
import { learnBrowserModel } from "../../kernel/browser-model/choose-browser-model.ts";
import { t } from "../../lib/messages/t.ts";
import { rpc } from "../../platform/rpc.ts";

type Asked = Parameters<typeof rpc.assistant.run>[0] & { noteId: string };

/** By this browser's model, where it was chosen for this device; else the server asks one. */
export async function askForWords(
  asked: Asked,
  signal: AbortSignal,
): Promise<{ text: string; model: string }> {
  if (useBrowserModel.getState().isChosen) await learnBrowserModel();
  if (!isInUse(useBrowserModel.getState())) return rpc.assistant.run(asked, { signal });
  const { editOnPage } = await import("../../kernel/browser-model/edit-on-page.ts");
  const { text } = await editOnPage(asked, signal);
  return { text, model: t("This browser's model") };
}

/** Its words are fit to be shown. */
export const isOfBrowserModel = (error: unknown): error is Error =>
  error instanceof Error && error.name === "BrowserModelError";
