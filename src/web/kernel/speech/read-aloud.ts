import { create } from "zustand";
import { t } from "../../lib/messages/t.ts";
import { api, queryClient } from "../../platform/api.ts";
import { toast } from "../../ui/toast-store.ts";
import { askForSound, SpeechError, type SpeechSource } from "./ask-speech.ts";
import { localVoice, sayByBrowser } from "./browser-voice.ts";
import { spokenParts } from "./spoken-parts.ts";

type Reading = { id: string; phase: "loading" | "speaking"; leave: AbortController };

/** One thing is read at a time. */
export const useReading = create<{ reading: Reading | null }>(() => ({ reading: null }));

export const stopReading = (): void => {
  useReading.getState().reading?.leave.abort();
  useReading.setState({ reading: null });
};

type Text = { id: string; markdown: string; source: SpeechSource };

/** Reads a text aloud by the model that was chosen for it, else by a voice of this device. */
export async function readAloud({ id, markdown, source }: Text): Promise<void> {
  const list = await queryClient
    .ensureQueryData(api.models.list.queryOptions({ input: {} }))
    .catch(() => null);
  const parts = spokenParts(markdown);
  await run(
    id,
    (signal, onSound) =>
      list?.tasks.speechOut ? byModel(parts, source, signal, onSound) : byDevice(parts, signal, onSound),
    list?.tasks.speechOut ? () => run(id, (signal, onSound) => byDevice(parts, signal, onSound)) : null,
  );
}

type Say = (signal: AbortSignal, onSound: () => void) => Promise<void>;

/** @param instead what may be tried where this fails */
async function run(id: string, say: Say, instead: (() => Promise<void>) | null = null): Promise<void> {
  stopReading();
  const leave = new AbortController();
  useReading.setState({ reading: { id, phase: "loading", leave } });
  const isCurrent = () => useReading.getState().reading?.leave === leave;
  try {
    await say(leave.signal, () => {
      if (isCurrent()) useReading.setState({ reading: { id, phase: "speaking", leave } });
    });
  } catch (error) {
    if (leave.signal.aborted) return;
    const words = error instanceof SpeechError ? error.message : t("This can't be read aloud right now.");
    const action =
      instead && (await localVoice())
        ? { action: { label: t("Use a Voice of This Device"), run: () => void instead() } }
        : {};
    toast.error(words, action);
  } finally {
    if (isCurrent()) useReading.setState({ reading: null });
  }
}

/** The next part is asked for while one is heard. */
async function byModel(
  parts: readonly string[],
  source: SpeechSource,
  signal: AbortSignal,
  onSound: () => void,
): Promise<void> {
  const ask = (index: number) => {
    const part = parts[index];
    if (part === undefined) return null;
    const sound = askForSound(part, source, signal);
    // Looked at when its turn comes.
    sound.catch(() => {});
    return sound;
  };
  let next = ask(0);
  for (let index = 0; next; index += 1) {
    const sound = await next;
    next = ask(index + 1);
    await play(sound, signal, onSound);
  }
}

function play(sound: Blob, signal: AbortSignal, onSound: () => void): Promise<void> {
  const url = URL.createObjectURL(sound);
  const audio = new Audio(url);
  return new Promise<void>((done, refuse) => {
    signal.addEventListener("abort", () => {
      audio.pause();
      refuse(signal.reason as Error);
    });
    audio.onended = () => done();
    audio.onplaying = onSound;
    audio.onerror = () => refuse(new SpeechError(t("This browser can't play the sound that came.")));
    signal.throwIfAborted();
    audio.play().catch(refuse);
  }).finally(() => URL.revokeObjectURL(url));
}

async function byDevice(parts: readonly string[], signal: AbortSignal, onSound: () => void): Promise<void> {
  const voice = await localVoice();
  signal.throwIfAborted();
  if (!voice)
    throw new SpeechError(
      t("This device has no voice of its own. Choose a model for speech in Settings, AI models."),
    );
  onSound();
  for (const part of parts) await sayByBrowser(part, voice, signal);
}
