import { t } from "../../lib/messages/t.ts";
import { toast } from "../../ui/toast-store.ts";
import { SpeechError, writeDown } from "./ask-speech.ts";
import { record, type Recording } from "./recorder.ts";

/** `failed`: what was recorded is kept, to be tried again. */
export type DictationPhase = "idle" | "asking" | "recording" | "writing" | "failed";

/** Records, has it written down, and hands the words on. What was said isn't lost when that fails. */
export class Dictation {
  private recording: Recording | null = null;
  private sound: Blob | null = null;
  /** Of what is under way; a press or the end of the page gives it up. */
  private leave = new AbortController();
  private readonly show: (phase: DictationPhase) => void;
  /** Why it failed, in words to show. */
  fault = "";
  private onWords: (words: string) => void = () => {};

  constructor(show: (phase: DictationPhase) => void) {
    this.show = show;
  }

  /** Who gets the words. */
  giveTo(onWords: (words: string) => void): void {
    this.onWords = onWords;
  }

  async begin(): Promise<void> {
    this.cancel();
    const { signal } = this.leave;
    this.show("asking");
    try {
      const recording = await record();
      // It was given up while the browser asked.
      if (signal.aborted) return recording.drop();
      this.recording = recording;
      this.show("recording");
    } catch (error) {
      if (signal.aborted) return;
      this.show("idle");
      toast.error(messageOf(error));
    }
  }

  async write(): Promise<void> {
    const { recording } = this;
    const { signal } = this.leave;
    this.recording = null;
    this.show("writing");
    try {
      if (recording) this.sound = await recording.end();
      const words = await writeDown(this.sound!, signal);
      if (signal.aborted) return;
      this.cancel();
      if (words) this.onWords(words);
      else toast.info(t("Nothing was heard. Speak a little closer to the microphone."));
    } catch (error) {
      if (signal.aborted) return;
      // Beside the button that tries again: a message of the page's would cover it.
      this.fault = messageOf(error);
      this.show("failed");
    }
  }

  cancel(): void {
    this.recording?.drop();
    this.recording = null;
    this.sound = null;
    this.leave.abort();
    this.leave = new AbortController();
    this.show("idle");
  }
}

const messageOf = (error: unknown): string =>
  error instanceof SpeechError ? error.message : t("This didn't work. Try again.");
