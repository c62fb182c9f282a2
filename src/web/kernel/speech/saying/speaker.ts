import type { SpeechSource } from "../ask-speech.ts";
import type { Mouth, Utterance } from "./mouth.ts";

type Piece = { text: string; source: SpeechSource; utterance: Utterance | null };

type SpeakerEvents = {
  /** The first sound of a piece. */
  onSound: (text: string) => void;
  /** A piece was heard to its end. */
  onSaid: (text: string) => void;
  /** All that was to be said was. */
  onSilent: () => void;
  /** A piece could not be said; the next ones are tried all the same. */
  onFault: (error: unknown, text: string) => void;
};

/** Says pieces one after another, as they come; the next one is made while one is heard. */
export class Speaker {
  private readonly queue: Piece[] = [];
  private leave: AbortController | null = null;
  private readonly mouth: Mouth;
  private readonly events: SpeakerEvents;

  constructor(mouth: Mouth, events: SpeakerEvents) {
    this.mouth = mouth;
    this.events = events;
  }

  get isSpeaking(): boolean {
    return this.leave !== null;
  }

  say(text: string, source: SpeechSource = {}): void {
    this.queue.push({ text, source, utterance: null });
    if (this.leave) this.prepare(this.queue[0], this.leave.signal);
    else void this.run();
  }

  /** Silent at once. @returns what was not heard to its end, to be said later if it is wanted */
  stop(): { text: string; source: SpeechSource }[] {
    const rest = this.queue.splice(0).map(({ text, source }) => ({ text, source }));
    const cut = this.current;
    this.current = null;
    this.leave?.abort();
    this.leave = null;
    return cut ? [cut, ...rest] : rest;
  }

  private current: { text: string; source: SpeechSource } | null = null;

  private prepare(piece: Piece | undefined, signal: AbortSignal): void {
    if (piece) piece.utterance ??= this.mouth.prepare(piece.text, piece.source, signal);
  }

  private async run(): Promise<void> {
    const leave = new AbortController();
    this.leave = leave;
    const { signal } = leave;
    for (let piece = this.queue.shift(); piece; piece = this.queue.shift()) {
      const { text, source } = piece;
      this.current = { text, source };
      this.prepare(piece, signal);
      this.prepare(this.queue[0], signal);
      try {
        await piece.utterance!.play(signal, () => this.events.onSound(text));
        if (signal.aborted) return;
        this.events.onSaid(text);
      } catch (error) {
        if (signal.aborted) return;
        this.events.onFault(error, text);
      }
      this.current = null;
    }
    this.leave = null;
    this.events.onSilent();
  }
}
