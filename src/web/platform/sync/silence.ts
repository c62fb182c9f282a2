/** Silence on the wire while an answer is due, after which the connection counts as half open. */
const SILENCE_MS = 8_000;
/** For a large change over a slow line: every cut without an answer between doubles the patience up to this. */
const LONGEST_SILENCE_MS = 64_000;
/** Silence after which the server is asked for a sign of life: a reader is owed no answer, and would never notice. */
const QUIET_MS = 20_000;

/** Tells a line that went dead from a slow one, by the monotonic clock. */
export class Silence {
  private lastHeard = 0;
  private unsent = 0;
  private patienceMs = SILENCE_MS;
  private isAsking = false;

  heard(): void {
    this.lastHeard = performance.now();
    this.isAsking = false;
  }

  /** A change arrived and was answered: the line is not that slow. */
  answered(): void {
    this.patienceMs = SILENCE_MS;
  }

  /** The server was asked for a sign of life; silence counts anew. */
  asked(): void {
    this.lastHeard = performance.now();
    this.isAsking = true;
  }

  /** The connection is gone, and what it had not sent with it. */
  goDown(): void {
    this.unsent = 0;
  }

  /** What to do about a line, to be asked every second. */
  judge(bufferedAmount: number, isOwedAnswer: boolean): "wait" | "ask" | "give up" {
    // What leaves this device shows that the line lives.
    if (bufferedAmount < this.unsent) this.lastHeard = performance.now();
    this.unsent = bufferedAmount;
    const silence = performance.now() - this.lastHeard;
    const isWaiting = this.isAsking || isOwedAnswer;
    if (!isWaiting) return silence > QUIET_MS ? "ask" : "wait";
    if (silence <= this.patienceMs) return "wait";
    this.patienceMs = Math.min(this.patienceMs * 2, LONGEST_SILENCE_MS);
    return "give up";
  }
}
