import type { Editor } from "@tiptap/core";
import { SpeechError } from "../../kernel/speech/ask-speech.ts";
import type { Ears } from "../../kernel/speech/hearing/ears.ts";
import { earsPlace } from "../../kernel/speech/hearing/ears-place.ts";
import { api, queryClient } from "../../platform/api.ts";
import { createUnsavedMark } from "../../platform/unsaved/unsaved-work.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";
import { announce } from "../announce.ts";
import { type Dictating, NOT_DICTATING, useDictating } from "./dictating.ts";
import { DictationRun } from "./dictation-run.ts";
import { insertDictation } from "./insert-dictation.ts";

/** Takes what was said into the text; true ends it. */
export type Taken = (editor: Editor, words: string) => boolean;
type Manner = { take: Taken; begun: string; isMeeting?: boolean; onEnd?: () => void };

/** What was said would be lost with the page: it asks before it is left. */
const LOST: readonly Dictating["state"][] = ["hearing", "writing", "finishing", "failed", "left"];
const unsaved = createUnsavedMark(() => {
  const { state, isKept } = useDictating.getState();
  return isKept || LOST.includes(state);
});

function show(dictating: Dictating): void {
  useDictating.setState(dictating);
  unsaved.look();
}

/** Another one begins when this has ended. */
let running: DictationRun | null = null;

export const toggleDictation = (editor: Editor): Promise<void> =>
  listen(editor, {
    take: insertDictation,
    begun: t("Dictation has begun. Say “stop dictation” to end it."),
  });

/** What is heard goes into the text in this manner, until that is ended; nothing else is heard meanwhile. */
export async function listen(editor: Editor, { take, begun, isMeeting = false, onEnd }: Manner) {
  if (running) return press(running);
  const leave = () => void run.finish();
  const retry = () => run.retry();
  const run = new DictationRun({
    openEars,
    paper: {
      canTake: () => !editor.isDestroyed && editor.isEditable,
      isComposing: () => editor.view.composing,
      take: (words) => take(editor, words),
    },
    show,
    onBegun: () => announce(begun),
    onDeaf: ({ message }) => toast.error(message),
    onEnd() {
      running = null;
      editor.off("destroy", leave);
      window.removeEventListener("online", retry);
      announce(t("Dictation has ended."));
      onEnd?.();
    },
    isMeeting,
  });
  running = run;
  editor.on("destroy", leave);
  window.addEventListener("online", retry);
  try {
    await run.open();
  } catch (error) {
    toast.error(error instanceof SpeechError ? error.message : t("This didn't work. Try again."));
  }
}

/** @throws SpeechError where nothing here hears */
async function openEars(): Promise<Ears> {
  const list = await queryClient
    .ensureQueryData(api.models.list.queryOptions({ input: {} }))
    .catch(() => null);
  const place = earsPlace(list?.tasks);
  if (place) return (await import("../../kernel/speech/hearing/open-ears.ts")).earsOf(place);
  throw new SpeechError(
    t("Nothing here can write down what you say. Choose a model for speech in Settings, AI models."),
  );
}

/** The same key begins it, ends it, and tries again what failed. */
function press(run: DictationRun): void {
  if (run.state === "failed") run.retry();
  else void run.finish();
}

/** Ends it with the last words. */
export const stopDictation = (): void => void running?.finish();

export const retryDictation = (): void => running?.retry();

/** Gives up what could not be written down, or was by now and no note took. */
export function discardDictated(): void {
  if (running) running.discard();
  else show(NOT_DICTATING);
}
