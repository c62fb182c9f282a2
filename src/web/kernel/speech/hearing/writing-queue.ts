import { t } from "../../../lib/messages/t.ts";
import { SpeechError } from "../ask-speech.ts";

/** About half an hour of speech that could not be sent yet. */
const MOST_BYTES = 60_000_000;

type QueueEvents = {
  onWords: (words: string) => void;
  onFault: (fault: SpeechError) => void;
};
type Write = (sound: Blob, signal: AbortSignal) => Promise<string>;

/**
 * What was said, written down piece by piece in its order. A piece that fails keeps its place, and those behind it theirs, until it is
 * tried again: with the next piece, or when somebody asks for it.
 */
export class WritingQueue {
  private readonly pieces: Blob[] = [];
  private leave = new AbortController();
  private isBusy = false;
  private hasFailed = false;
  private waiting: (() => void)[] = [];
  private readonly write: Write;
  private readonly events: QueueEvents;

  constructor(write: Write, events: QueueEvents) {
    this.write = write;
    this.events = events;
  }

  /** Whether something is not written down yet. */
  get isWaiting(): boolean {
    return this.pieces.length > 0;
  }

  push(piece: Blob): void {
    const kept = this.pieces.reduce((sum, { size }) => sum + size, 0);
    if (kept + piece.size > MOST_BYTES)
      return this.events.onFault(
        new SpeechError(
          t("Half an hour of speech waits to be written down. What you say now isn't kept. Try again first."),
        ),
      );
    this.pieces.push(piece);
    void this.run();
  }

  retry(): void {
    void this.run();
  }

  /** Gives up the piece that failed, and goes on with the next. */
  discard(): void {
    if (!this.hasFailed) return;
    this.pieces.shift();
    void this.run();
  }

  /** Gives up all. */
  forget(): void {
    this.leave.abort();
    this.leave = new AbortController();
    this.pieces.length = 0;
    this.isBusy = this.hasFailed = false;
    this.tell();
  }

  /** Until all is written down, or a piece could not be. */
  settled(): Promise<void> {
    if (!this.isBusy) return Promise.resolve();
    return new Promise((done) => void this.waiting.push(done));
  }

  private async run(): Promise<void> {
    if (this.isBusy) return;
    const { signal } = this.leave;
    this.isBusy = true;
    this.hasFailed = false;
    for (let piece = this.pieces[0]; piece && !this.hasFailed; piece = this.pieces[0]) {
      const words = await this.write(piece, signal).catch((error: unknown) => ({ error }));
      if (signal.aborted) return;
      if (typeof words === "string") {
        this.pieces.shift();
        this.events.onWords(words.trim());
      } else {
        this.hasFailed = true;
        this.events.onFault(asFault(words.error));
      }
      // Whoever heard of it may have given up the rest.
      if (signal.aborted) return;
    }
    this.isBusy = false;
    this.tell();
  }

  private tell(): void {
    for (const done of this.waiting.splice(0)) done();
  }
}

const asFault = (error: unknown): SpeechError =>
  error instanceof SpeechError ? error : new SpeechError(t("This didn't work. Try again."));
