import { t } from "../../lib/messages/t.ts";
import { rpc } from "../../platform/rpc.ts";
import { wordsOf } from "./answer-on-page.ts";
import { endingOf } from "./language-model.ts";

type Question = Parameters<typeof rpc.pageModel.prepareText>[0];

/** Why this browser's model has no answer; the message is fit to be shown. */
export class BrowserModelError extends Error {
  override name = "BrowserModelError";
}

/** What this browser's model makes of a text. @throws BrowserModelError, and what the server refuses */
export async function editOnPage(asked: Question, signal: AbortSignal): Promise<{ text: string }> {
  const { callId, messages } = await rpc.pageModel.prepareText(asked, { signal });
  let words = "";
  try {
    for await (const part of wordsOf(messages, signal)) words += part;
  } catch (error) {
    signal.throwIfAborted();
    throw new BrowserModelError(WORDS[endingOf(error)], { cause: error });
  }
  const answer = await rpc.pageModel.cleanText({ callId, text: words }, { signal });
  if (answer.text === "") throw new BrowserModelError(t("This browser's model answered nothing. Try again."));
  return answer;
}

const WORDS = {
  "too-long": t("This is too long for this browser's model. Select less text."),
  unavailable: t("This browser's model isn't available right now. Try again later."),
  failed: t("This browser's model broke off. Try again."),
};
