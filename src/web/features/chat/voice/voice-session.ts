import type { ChatMessage } from "#contract/chat.ts";
import { SpeechError, type SpeechSource } from "../../../kernel/speech/ask-speech.ts";
import { isEcho } from "../../../kernel/speech/hearing/echo.ts";
import type { EarEvents, Ears } from "../../../kernel/speech/hearing/ears.ts";
import type { AsItComes } from "../../../kernel/speech/saying/as-it-comes.ts";
import type { Mouth } from "../../../kernel/speech/saying/mouth.ts";
import { Speaker } from "../../../kernel/speech/saying/speaker.ts";
import { newId } from "../../../platform/ids.ts";
import { t } from "../../../lib/messages/t.ts";
import { consentIn, wantsSilence } from "./consent.ts";
import { firstSound, silenced } from "./measures.ts";
import { type Line, SILENT, type VoiceView } from "./voice-view.ts";

type Answer = Pick<ChatMessage, "id" | "text" | "state" | "changesetId" | "fault">;

export type VoiceParts = {
  ears: Ears;
  /** Null where nothing speaks: answers are read. */
  mouth: Mouth | null;
  /** @returns whether it was taken, now or for later */
  ask: (words: string, answerId: string) => Promise<boolean>;
  stopAnswer: (answerId: string) => Promise<void>;
  /** What waits in a changeset, to be read out; null where nothing does. */
  proposalsOf: (changesetId: string) => Promise<string | null>;
  /** @returns whether it was done */
  decide: (changesetId: string, how: "apply" | "refuse") => Promise<boolean>;
  show: (view: VoiceView) => void;
  /** Cuts an answer that comes. */
  sentences: () => AsItComes;
  /** What was said before, in the same conversation. */
  lines?: readonly Line[];
};

/** What a loudspeaker said is heard a moment later. */
const ECHO_MS = 400;

type Waiting = { changesetId: string; isAskedAgain: boolean };

/** A conversation by voice: who speaks when, and what comes of it. It knows no browser, and nothing of how things are heard or said. */
export class VoiceSession {
  private view: VoiceView;
  private readonly parts: VoiceParts;
  private readonly speaker: Speaker | null;
  /** The answer that is waited for, and what of it was said. */
  private awaited: { id: string; comes: AsItComes; isOver: boolean } | null = null;
  private waiting: Waiting | null = null;
  /** What was not heard to its end when somebody spoke. */
  private rest: { text: string; source: SpeechSource }[] = [];
  /** What was being said when somebody began to speak, or right before. */
  private overheard: string | null = null;
  private silentSince = -Infinity;
  private lastSaid = "";
  private endedAt: number | null = null;
  private isMuted = false;
  /** What was begun to be said and is not written down yet. */
  private unheard = 0;
  /** The question waits for the server. */
  private isOffline = false;

  constructor(parts: VoiceParts) {
    this.parts = parts;
    this.view = { ...SILENT, lines: parts.lines ?? [] };
    this.speaker =
      parts.mouth &&
      new Speaker(parts.mouth, {
        onSound: (text) => this.sounds(text),
        onSaid: () => {},
        onSilent: () => this.silent(),
        onFault: (error) => this.tell(error),
      });
  }

  async start(): Promise<void> {
    this.put({ state: "opening", fault: null });
    const events: EarEvents = {
      onBegan: (age) => this.began(age),
      onMeanwhile: (meanwhile) => this.put({ meanwhile }),
      onEnded: (age) => this.ended(age),
      onWords: (words) => void this.hear(words),
      onLevel: (level) => this.put({ level }),
      onFault: (fault, isDeaf) => this.cannotHear(fault, isDeaf),
    };
    try {
      await this.parts.ears.open(events);
      if (this.view.state === "opening") this.put({ state: "listening" });
    } catch (error) {
      if (this.view.state === "opening") this.put({ state: "deaf" });
      this.tell(error);
    }
  }

  end(): void {
    this.speaker?.stop();
    this.parts.ears.close();
    this.parts.mouth?.close();
    this.put({ state: "off", saying: null, meanwhile: "", level: 0 });
  }

  mute(isMuted: boolean): void {
    this.isMuted = isMuted;
    this.parts.ears.mute(isMuted);
    if (isMuted) this.unheard = 0;
    this.put({ meanwhile: "" });
    if (!this.speaker?.isSpeaking) this.settle();
  }

  /** Silence, and no more of the answer. */
  async stop(): Promise<void> {
    this.rest = this.speaker?.stop() ?? [];
    this.cutLine();
    this.unheard = 0;
    this.parts.ears.forget();
    this.quiet();
    await this.giveUpAnswer();
    this.settle();
  }

  /** What came of the conversation, whoever changed it. @param isWaiting it waits for the server */
  follow(answer: Answer, isWaiting: boolean): void {
    const { awaited } = this;
    if (!awaited || awaited.id !== answer.id || awaited.isOver) return;
    const isWhole = answer.state !== "running";
    const pieces = awaited.comes.next(answer.text, isWhole);
    this.growLine(answer);
    for (const piece of pieces) this.say(piece, { messageId: answer.id });
    if (isWaiting !== this.isOffline) this.waits(isWaiting);
    if (!isWhole) return;
    awaited.isOver = true;
    if (answer.fault) this.remark(answer.fault.message);
    if (answer.changesetId) void this.propose(answer.changesetId);
    else if (!this.speaker?.isSpeaking) this.settle();
  }

  /** It was decided by a press, or elsewhere. */
  decided(changesetId: string): void {
    if (this.waiting?.changesetId !== changesetId) return;
    this.waiting = null;
    this.put({ asksFor: null });
  }

  private began(age: number): void {
    const now = performance.now();
    const isOver = this.speaker?.isSpeaking || now - this.silentSince < ECHO_MS + age;
    this.overheard = isOver ? this.lastSaid : null;
    if (this.speaker?.isSpeaking) {
      this.rest = this.speaker.stop();
      this.quiet();
      silenced(now - age, performance.now());
    }
    this.unheard += 1;
    this.put({ state: "hearing", meanwhile: "" });
  }

  private ended(age: number): void {
    this.endedAt = performance.now() - age;
    if (this.view.state === "hearing") this.put({ state: "writing" });
  }

  private async hear(words: string): Promise<void> {
    this.unheard = Math.max(0, this.unheard - 1);
    this.put({ meanwhile: "" });
    const isNothing = words === "" || (this.overheard !== null && isEcho(words, this.overheard));
    if (isNothing) return this.resume();
    this.add({ who: "you", text: words });
    if (this.waiting) return this.decide(this.waiting, words);
    this.cutLine();
    if (wantsSilence(words)) {
      await this.giveUpAnswer();
      return this.settle();
    }
    await this.ask(words);
  }

  private async ask(words: string): Promise<void> {
    await this.giveUpAnswer();
    const id = newId();
    this.awaited = { id, comes: this.parts.sentences(), isOver: false };
    this.isOffline = false;
    this.put({ fault: null });
    this.settle();
    if (await this.parts.ask(words, id)) return;
    if (this.awaited?.id === id) this.awaited = null;
    this.settle();
  }

  /** It was a cough, or Cairn itself: what was cut off is said after all. */
  private resume(): void {
    const rest = this.rest.splice(0);
    for (const { text, source } of rest) this.say(text, source);
    if (rest.length === 0) this.settle();
  }

  private async giveUpAnswer(): Promise<void> {
    const { awaited } = this;
    this.awaited = null;
    if (awaited && !awaited.isOver) await this.parts.stopAnswer(awaited.id);
  }

  private async propose(changesetId: string): Promise<void> {
    const words = await this.parts.proposalsOf(changesetId).catch(() => null);
    if (!words) return this.settle();
    this.waiting = { changesetId, isAskedAgain: false };
    this.put({ asksFor: changesetId });
    this.remark(t("I would like to do this. {changes} Say yes to accept, or no.", { changes: words }));
  }

  /** Only a yes that was begun after Cairn had finished counts: never its own voice, and nothing that was not read out. */
  private async decide(waiting: Waiting, words: string): Promise<void> {
    const consent = consentIn(words);
    this.rest = [];
    if (consent === "no") return this.carryOut(waiting, "refuse");
    if (consent === "yes" && this.overheard === null) return this.carryOut(waiting, "apply");
    if (!waiting.isAskedAgain) {
      this.waiting = { ...waiting, isAskedAgain: true };
      return this.remark(t("I didn't hear a clear answer. Say yes to accept, or no."));
    }
    this.waiting = null;
    this.put({ asksFor: null });
    this.remark(t("Then I leave it waiting. You find it in Chat and under Changes."));
  }

  private async carryOut({ changesetId }: Waiting, how: "apply" | "refuse"): Promise<void> {
    this.waiting = null;
    this.put({ asksFor: null });
    const isDone = await this.parts.decide(changesetId, how);
    if (!isDone) return this.remark(t("That didn't work. It still waits under Changes."));
    this.remark(how === "apply" ? t("Done.") : t("I left everything as it was."));
  }

  private waits(isOffline: boolean): void {
    this.isOffline = isOffline;
    const words = t("There is no connection. Your question is asked as soon as there is one.");
    this.put({ fault: isOffline ? words : null });
    if (!this.speaker?.isSpeaking) this.settle();
  }

  /** Cairn's own words, beside answers. */
  private remark(text: string): void {
    this.add({ who: "cairn", text });
    this.say(text, {});
  }

  private say(text: string, source: SpeechSource): void {
    if (!this.speaker) return this.settle();
    this.speaker.say(text, source);
  }

  private sounds(text: string): void {
    if (this.endedAt !== null) firstSound(this.endedAt, performance.now());
    this.endedAt = null;
    // The end of the one before may still be heard.
    this.lastSaid = this.view.saying ? `${this.view.saying} ${text}` : text;
    this.parts.ears.guard(this.lastSaid);
    this.put({ state: "speaking", saying: text });
  }

  private silent(): void {
    this.quiet();
    this.settle();
  }

  private quiet(): void {
    this.silentSince = performance.now();
    this.parts.ears.guard(null);
    this.put({ saying: null });
  }

  /** Where nobody speaks: it listens, or an answer is on its way. */
  private settle(): void {
    if (this.view.state === "off" || this.view.state === "deaf" || this.unheard > 0) return;
    const isThinking = this.awaited !== null && !this.awaited.isOver && !this.isOffline;
    this.put({ state: this.isMuted ? "muted" : isThinking ? "thinking" : "listening" });
  }

  private cannotHear(fault: SpeechError, isDeaf: boolean): void {
    this.unheard = isDeaf ? 0 : Math.max(0, this.unheard - 1);
    this.put({ fault: fault.message, meanwhile: "" });
    if (isDeaf) {
      this.speaker?.stop();
      this.quiet();
      this.put({ state: "deaf", level: 0 });
    } else this.resume();
  }

  private tell(error: unknown): void {
    this.put({ fault: error instanceof SpeechError ? error.message : t("This didn't work. Try again.") });
  }

  private add(line: Line): void {
    this.put({ lines: [...this.view.lines, line] });
  }

  private growLine({ id, text }: Answer): void {
    const { lines } = this.view;
    const at = lines.findLastIndex(({ answerId }) => answerId === id);
    if (at < 0) return text ? this.add({ who: "cairn", text, answerId: id }) : undefined;
    if (lines[at]!.text !== text) this.put({ lines: lines.with(at, { ...lines[at]!, text }) });
  }

  /** Of the answer whose end nobody heard. */
  private cutLine(): void {
    const isCut = this.rest.splice(0).length > 0 || (this.awaited !== null && !this.awaited.isOver);
    const { lines } = this.view;
    const at = lines.findLastIndex(({ answerId }) => answerId && answerId === this.awaited?.id);
    if (isCut && at >= 0) this.put({ lines: lines.with(at, { ...lines[at]!, isCut: true }) });
  }

  private put(change: Partial<VoiceView>): void {
    this.view = { ...this.view, ...change };
    this.parts.show(this.view);
  }
}
