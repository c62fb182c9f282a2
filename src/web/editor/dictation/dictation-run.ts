import type { SpeechError } from "../../kernel/speech/ask-speech.ts";
import type { EarEvents, Ears } from "../../kernel/speech/hearing/ears.ts";
import { t } from "../../lib/messages/t.ts";
import { type Dictating, NOT_DICTATING } from "./dictating.ts";

/** An input method's word is to be done first: the browser must find its text as it left it. */
const COMPOSED_EVERY_MS = 100;
/** For the last words; a model on a small machine takes its time. */
const LAST_WORDS_MS = 60_000;

/** The text that the words go into. */
export type Paper = {
  canTake: () => boolean;
  isComposing: () => boolean;
  /** @returns whether this ends the dictation */
  take: (words: string) => boolean;
};

type RunParts = {
  /** @throws SpeechError */
  openEars: () => Promise<Ears>;
  paper: Paper;
  show: (dictating: Dictating) => void;
  /** The microphone is on. */
  onBegun: () => void;
  /** Nothing is heard any more, for a reason that nobody asked for. */
  onDeaf: (fault: SpeechError) => void;
  /** All words are where they belong, or were given up. */
  onEnd: () => void;
  isMeeting: boolean;
  lastWordsMs?: number;
};

/** One dictation, from the microphone's first sound to its last words. It knows no editor, and nothing of how things are heard. */
export class DictationRun {
  private view: Dictating;
  private ears: Ears | null = null;
  private isOver = false;
  private isFinishing = false;
  /** Words are typed one after another, in their order. */
  private typed: Promise<void> = Promise.resolve();
  private leftOver: string[] = [];
  private readonly parts: RunParts;

  constructor(parts: RunParts) {
    this.parts = parts;
    this.view = { ...NOT_DICTATING, isMeeting: parts.isMeeting };
  }

  get state(): Dictating["state"] {
    return this.view.state;
  }

  /** @throws SpeechError */
  async open(): Promise<void> {
    this.put({ state: "opening" });
    try {
      const ears = await this.parts.openEars();
      if (this.isOver) return ears.close();
      this.ears = ears;
      await ears.open(this.events());
    } catch (error) {
      if (this.isOver) return;
      this.end();
      throw error;
    }
    // It was given up, or its note left, while the browser asked.
    if (this.isOver) return;
    if (!this.parts.paper.canTake()) return this.end();
    this.put({ state: "listening" });
    this.parts.onBegun();
  }

  /** Lets the microphone go, writes down what was said until then, and ends. */
  async finish(): Promise<void> {
    if (this.isOver || this.isFinishing) return;
    if (this.view.state === "opening") return this.end();
    this.isFinishing = true;
    this.put({ state: "finishing", meanwhile: "", fault: null, isKept: false });
    const isInTime = await within(this.parts.lastWordsMs ?? LAST_WORDS_MS, this.allWritten());
    if (this.isOver) return;
    this.isFinishing = false;
    if (isInTime && !this.ears?.waits()) return this.end();
    const late = t("Writing the last words takes longer than usual.");
    this.put({ state: "failed", fault: this.lastFault ?? late, isKept: true });
    // What was only late comes after all.
    await this.allWritten();
    if (this.view.state === "failed" && !this.ears?.waits()) this.end();
  }

  private async allWritten(): Promise<void> {
    await this.ears?.finish();
    // One of them may end it by what it says.
    await this.typed;
  }

  /** Writes down what failed, and what was said after it. */
  retry(): void {
    this.ears?.retry();
    this.lastFault = null;
    if (this.view.state === "failed") void this.finish();
    else this.put({ fault: null, isKept: false });
  }

  /** Gives up what failed, after the end all that is not written down. */
  discard(): void {
    if (this.view.state === "failed") return this.end();
    this.ears?.discard();
    this.lastFault = null;
    this.put({ fault: null, isKept: false });
  }

  /** Ends at once; what is not written down is given up. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.ears?.close();
    const words = this.leftOver.join(" ");
    this.put({ ...NOT_DICTATING, ...(words && { state: "left", meanwhile: words }) });
    this.parts.onEnd();
  }

  private lastFault: string | null = null;

  private events(): EarEvents {
    const show = (change: Partial<Dictating>) => {
      if (!this.isFinishing) this.put(change);
    };
    return {
      onBegan: () => show({ state: "hearing", ...(!this.ears?.waits() && { fault: null }) }),
      onMeanwhile: (meanwhile) => show({ meanwhile }),
      onEnded: () => show({ state: "writing" }),
      onWords: (words) => this.takeInOrder(words),
      onLevel: () => {},
      onFault: (fault, isDeaf) => this.fail(fault, isDeaf),
    };
  }

  private takeInOrder(words: string): void {
    this.typed = this.typed.then(() => this.type(words)).catch(() => void this.leftOver.push(words));
  }

  private async type(words: string): Promise<void> {
    const { paper } = this.parts;
    this.lastFault = null;
    while (!this.isOver && paper.canTake() && paper.isComposing())
      await new Promise((done) => void setTimeout(done, COMPOSED_EVERY_MS));
    if (this.isOver) return;
    if (!this.isFinishing && this.view.state === "writing")
      this.put({ state: "listening", meanwhile: "", fault: null, isKept: false });
    if (!words) return;
    if (paper.canTake()) {
      if (paper.take(words)) this.end();
      return;
    }
    this.leftOver.push(words);
    void this.finish();
  }

  private fail(fault: SpeechError, isDeaf: boolean): void {
    if (this.isOver) return;
    if (isDeaf) {
      this.parts.onDeaf(fault);
      return void this.finish();
    }
    this.lastFault = fault.message;
    if (this.isFinishing) return;
    const isKept = this.ears?.waits() ?? false;
    this.put({ state: "listening", meanwhile: "", fault: fault.message, isKept });
  }

  private put(change: Partial<Dictating>): void {
    this.view = { ...this.view, ...change };
    this.parts.show(this.view);
  }
}

const within = (ms: number, done: Promise<void>): Promise<boolean> =>
  Promise.race([
    done.then(() => true),
    new Promise<boolean>((late) => void setTimeout(() => late(false), ms)),
  ]);
