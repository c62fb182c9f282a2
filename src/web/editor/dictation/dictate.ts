import type { Editor } from "@tiptap/core";
import { SpeechError } from "../../kernel/speech/ask-speech.ts";
import type { Ears } from "../../kernel/speech/hearing/ears.ts";
import { earsPlace } from "../../kernel/speech/hearing/ears-place.ts";
import { earsOf } from "../../kernel/speech/hearing/open-ears.ts";
import { api, queryClient } from "../../platform/api.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";
import { announce } from "../announce.ts";
import { useDictating } from "./dictating.ts";
import { insertDictation } from "./insert-dictation.ts";

/** An input method's word is to be done first: the browser must find its text as it left it. */
const COMPOSED_EVERY_MS = 100;

let ears: Ears | null = null;
/** Of the dictation that runs; another one has another. */
let current = 0;

/** Takes what was said into the text; true ends it. */
export type Taken = (editor: Editor, words: string) => boolean;
type Manner = { take: Taken; begun: string; isMeeting?: boolean; onEnd?: () => void };
let manner: Manner | null = null;

export const toggleDictation = (editor: Editor): Promise<void> =>
  listen(editor, {
    take: insertDictation,
    begun: t("Dictation has begun. Say “stop dictation” to end it."),
  });

/** What is heard goes into the text in this manner, until that is ended; nothing else is heard meanwhile. */
export async function listen(editor: Editor, asked: Manner): Promise<void> {
  if (useDictating.getState().state !== "off") return stopDictation();
  const list = await queryClient
    .ensureQueryData(api.models.list.queryOptions({ input: {} }))
    .catch(() => null);
  const place = earsPlace(list?.tasks);
  if (!place)
    return toast.error(
      t("Nothing here can write down what you say. Choose a model for speech in Settings, AI models."),
    );
  const id = ++current;
  manner = asked;
  useDictating.setState({
    state: "opening",
    meanwhile: "",
    fault: null,
    isMeeting: asked.isMeeting ?? false,
  });
  const opened = await earsOf(place);
  ears = opened;
  const isCurrent = () => id === current && !editor.isDestroyed;
  try {
    await opened.open({
      onBegan: () => useDictating.setState({ state: "hearing", fault: null }),
      onMeanwhile: (meanwhile) => useDictating.setState({ meanwhile }),
      onEnded: () => useDictating.setState({ state: "writing" }),
      onWords: (words) => void type(editor, words, isCurrent),
      onLevel: () => {},
      onFault: (fault, isDeaf) => fail(fault, isDeaf),
    });
  } catch (error) {
    stopDictation();
    return toast.error(error instanceof SpeechError ? error.message : t("This didn't work. Try again."));
  }
  if (!isCurrent()) return opened.close();
  editor.on("destroy", () => stopIf(id));
  useDictating.setState({ state: "listening" });
  announce(asked.begun);
}

export function stopDictation(): void {
  current += 1;
  ears?.close();
  ears = null;
  if (useDictating.getState().state !== "off") announce(t("Dictation has ended."));
  useDictating.setState({ state: "off", meanwhile: "", fault: null, isMeeting: false });
  const ended = manner;
  manner = null;
  ended?.onEnd?.();
}

const stopIf = (id: number): void => {
  if (id === current) stopDictation();
};

async function type(editor: Editor, words: string, isCurrent: () => boolean): Promise<void> {
  while (isCurrent() && editor.view.composing)
    await new Promise((done) => void setTimeout(done, COMPOSED_EVERY_MS));
  if (!isCurrent()) return;
  if (!editor.isEditable) return stopDictation();
  if (words && manner?.take(editor, words)) return stopDictation();
  useDictating.setState({ state: "listening", meanwhile: "" });
}

function fail(fault: SpeechError, isDeaf: boolean): void {
  if (isDeaf) {
    stopDictation();
    return toast.error(fault.message);
  }
  useDictating.setState({ state: "listening", meanwhile: "", fault: fault.message });
}
