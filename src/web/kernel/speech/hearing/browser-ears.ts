import { t } from "../../../lib/messages/t.ts";
import { SpeechError } from "../ask-speech.ts";
import { isEcho } from "./echo.ts";
import type { EarEvents, Ears } from "./ears.ts";
import { makerOf, type Recognition, type Result } from "./recognition.ts";

/** A recognition that fails at once, again and again, is not begun for ever. */
const FAILS_MOST = 3;
const LIVES_MS = 1_000;
/** For what it is not sure of yet. */
const LAST_WORDS_MS = 5_000;

/** The browser's own recognition, which hears by itself when somebody speaks. */
export class BrowserEars implements Ears {
  readonly place: Ears["place"];
  private recognition: Recognition | null = null;
  private events: EarEvents | null = null;
  private isByHand = false;
  private isHeld = false;
  private isMuted = false;
  private saying: string | null = null;
  /** Somebody speaks, and was told of. */
  private isSpeaking = false;
  private begun = 0;
  private fails = 0;
  /** Somebody waits for its last words. */
  private onLast: (() => void) | null = null;

  constructor(isOnDevice: boolean) {
    this.place = isOnDevice ? "device" : "browser";
  }

  open(events: EarEvents): Promise<void> {
    const Maker = makerOf();
    if (!Maker) return Promise.reject(new SpeechError(t("This browser can't write down speech.")));
    const recognition = new Maker();
    recognition.lang = navigator.language;
    recognition.continuous = true;
    recognition.interimResults = true;
    if (this.place === "device") recognition.processLocally = true;
    recognition.onresult = ({ resultIndex, results }) => {
      for (let at = resultIndex; at < results.length; at += 1) this.result(results[at]!);
    };
    recognition.onerror = ({ error }) => this.fail(error);
    recognition.onend = () => this.ended();
    this.events = events;
    this.recognition = recognition;
    this.listen();
    return Promise.resolve();
  }

  private get isWanted(): boolean {
    return !this.isMuted && (!this.isByHand || this.isHeld);
  }

  private listen(): void {
    if (!this.recognition || !this.isWanted) return;
    this.begun = performance.now();
    try {
      this.recognition.start();
    } catch {
      // It is listening already.
    }
  }

  /** It tells of words before it is sure of them: that is when somebody speaks, and not at a noise. */
  private result(result: Result): void {
    const words = result[0]?.transcript.trim() ?? "";
    if (!this.events || !words || (this.isMuted && !this.onLast)) return;
    this.fails = 0;
    if (!this.isSpeaking && this.saying !== null && isEcho(words, this.saying)) return;
    if (!this.isSpeaking) {
      this.isSpeaking = true;
      this.events.onBegan(0);
    }
    if (!result.isFinal) return this.events.onMeanwhile(words);
    this.isSpeaking = false;
    this.events.onEnded(0);
    this.events.onWords(words);
  }

  private fail(error: string): void {
    if (error === "no-speech" || error === "aborted") return;
    const isDeaf = error !== "network" || ++this.fails >= FAILS_MOST;
    const events = this.events;
    if (isDeaf) this.close();
    events?.onFault(new SpeechError(wordsOf(error)), isDeaf);
  }

  /** Browsers end by themselves after a while. */
  private ended(): void {
    if (!this.events) return;
    if (this.isSpeaking) {
      this.isSpeaking = false;
      this.events.onEnded(0);
      this.events.onWords("");
    }
    this.onLast?.();
    if (!this.isWanted) return;
    this.fails = performance.now() - this.begun < LIVES_MS ? this.fails + 1 : 0;
    if (this.fails < FAILS_MOST) return this.listen();
    const { events } = this;
    this.close();
    events.onFault(new SpeechError(t("The browser stopped listening. Start again.")), true);
  }

  setByHand(isByHand: boolean): void {
    this.isByHand = isByHand;
    if (this.isWanted) this.listen();
    else this.recognition?.abort();
  }

  hold(): void {
    this.isHeld = true;
    if (!this.isByHand) return;
    this.isSpeaking = true;
    this.events?.onBegan(0);
    this.listen();
  }

  release(): void {
    this.isHeld = false;
    if (this.isByHand) this.recognition?.stop();
  }

  guard(saying: string | null): void {
    this.saying = saying;
  }

  mute(isMuted: boolean): void {
    this.isMuted = isMuted;
    if (isMuted) this.recognition?.abort();
    else this.listen();
  }

  forget(): void {
    this.isSpeaking = false;
    this.recognition?.abort();
  }

  /** What it is not sure of yet comes as its last words. */
  async finish(): Promise<void> {
    if (this.recognition && this.isSpeaking) {
      const ended = new Promise<void>((done) => (this.onLast = done));
      this.isMuted = true;
      this.recognition.stop();
      await Promise.race([ended, new Promise((done) => void setTimeout(done, LAST_WORDS_MS))]);
    }
    this.close();
  }

  waits(): boolean {
    return false;
  }

  retry(): void {}

  discard(): void {}

  close(): void {
    this.events = null;
    this.recognition?.abort();
    this.recognition = null;
  }

  stream(): null {
    return null;
  }
}

function wordsOf(error: string): string {
  if (error === "not-allowed" || error === "service-not-allowed")
    return t("The browser doesn't let Cairn use the microphone. Allow it beside the address.");
  if (error === "audio-capture") return t("There is no microphone.");
  if (error === "network")
    return t("The browser's recognition can't be reached. It may need the internet; type in Chat meanwhile.");
  if (error === "language-not-supported") return t("The browser doesn't know your language.");
  return t("The browser can't write down speech right now. Try again.");
}
