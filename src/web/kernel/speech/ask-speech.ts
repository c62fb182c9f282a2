import { t } from "../../lib/messages/t.ts";

/** Why there are no words or no sound; the message is fit to be shown. */
export class SpeechError extends Error {
  override name = "SpeechError";
}

/** What a text is of: words of a note, of an answer that rests on some, or of a proposal that names some, go only where their fences allow it. */
export type SpeechSource = { noteId?: string; messageId?: string; changesetId?: string };

/** What was said, as words; empty where nothing was. @throws SpeechError, and what the signal was given up with */
export async function writeDown(recording: Blob, signal: AbortSignal): Promise<string> {
  const answer = await ask("/api/speech/transcriptions", {
    headers: { "content-type": recording.type || "application/octet-stream" },
    body: recording,
    signal,
  });
  const { text } = (await answer.json()) as { text: string };
  return text;
}

/** A text as sound. @throws SpeechError, and what the signal was given up with */
export async function askForSound(text: string, source: SpeechSource, signal: AbortSignal): Promise<Blob> {
  const answer = await ask("/api/speech", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text, ...source }),
    signal,
  });
  try {
    return await answer.blob();
  } catch (error) {
    signal.throwIfAborted();
    throw new SpeechError(t("The sound broke off. Try again."), { cause: error });
  }
}

async function ask(url: string, { headers, ...given }: RequestInit & { signal: AbortSignal }) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { ...headers, "x-cairn-build": __CAIRN_BUILD__ },
    ...given,
  }).catch((error: unknown) => {
    given.signal.throwIfAborted();
    throw new SpeechError(t("The server can't be reached. Try again in a moment."), { cause: error });
  });
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => null)) as { message?: string } | null;
  throw new SpeechError(told?.message ?? t("This didn't work. Try again."));
}
