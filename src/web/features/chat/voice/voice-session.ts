import type { ChatMessage } from "#contract/chat.ts";
import { SpeechError, type SpeechSource } from "../../../kernel/speech/ask-speech.ts";
import { isEcho } from "../../../kernel/speech/hearing/echo.ts";
import type { EarEvents, Ears } from "../../../kernel/speech/hearing/ears.ts";
import type { AsItComes } from "../../../kernel/speech/saying/as-it-comes.ts";
import type { Mouth } from "../../../kernel/speech/saying/mouth.ts";
import { Speaker } from "../../../kernel/speech/saying/speaker.ts";
import { newId } from "../../../platform/ids.ts";
import { t } from "../../../lib/messages/t.ts";
import { wantsSilence } from "./consent.ts";
import { firstSound, silenced } from "./measures.ts";
import {
  decisionOf,
  type Proposed,
  readOutOf,
  tooMany,
  unreadable,
  type Waiting,
} from "./spoken-proposal.ts";
import { type Line, SILENT, type VoiceView } from "./voice-view.ts";

type Answer = Pick<ChatMessage, "id" | "text" | "state" | "changesetId" | "fault">;

export type VoiceParts = {
  ears: Ears;
  /** Null where nothing speaks: answers are read. */
  mouth: Mouth | null;
  /** @returns whether it was taken, now or for later */
  ask: (words: string, answerId: string) => Promise<boolean>;
  stopAnswer: (answerId: string) => Promise<void>;
  /** What waits in a changeset; null where nothing does. */
  proposalsOf: (changesetId: string) => Promise<Proposed | null>;
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
  /** What was begun to be said and is not written down yet: until it is, nothing is said into it. */
  private unheard = 0;
  /** What is written down of it so far. */
  private heard: string[] = [];
  /** The question waits for the server. */
  private isOffline = false;

  constructor(parts: VoiceParts) {
    this.parts = parts;
    this.view = { ...SILENT, lines: parts.lines ?? [] };
    this.speaker =
      parts.mouth &&
      new Speaker(parts.mouth, {
        onSound: (text) => this.sounds(text),
        onSaid: (text) => this.reads(text, "heard"),
        onSilent: () => this.silent(),
        onFault: (error, text) => this.cannotSay(error, text),
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
    this.put({ state: "off", saying: null, meanwhile: "", level: 0, asksFor: null, isKept: false });
  }

  mute(isMuted: boolean): void {
    this.isMuted = isMuted;
    this.parts.ears.mute(isMuted);
    if (isMuted) this.unheard = 0;
    this.put({ meanwhile: "" });
    if (!this.speaker?.isSpeaking) void this.heardAll();
  }

  /** Writes down once more what could not be. */
  retry(): void {
    this.unheard += 1;
    this.overheard = null;
    this.put({ state: "writing", fault: null, isKept: false });
    this.parts.ears.retry();
  }

  /** Silence, and no more of the answer. */
  async stop(): Promise<void> {
    this.rest = this.speaker?.stop() ?? [];
    this.cutLine();
    this.unheard = 0;
    this.heard = [];
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
    if (answer.changesetId) void this.propose(answer.changesetId, answer.id);
    else if (!this.speaker?.isSpeaking) this.settle();
  }

  /** It was decided by a press, or elsewhere. */
  decided(changesetId: string): void {
    if (this.waiting?.changesetId === changesetId) this.leaveWaiting();
  }

  private began(age: number): void {
    const now = performance.now();
    const isOver = this.speaker?.isSpeaking || now - this.silentSince < ECHO_MS + age;
    // What they say is one answer, also where only its beginning was over Cairn.
    const before = this.unheard > 0 ? this.overheard : null;
    this.overheard = isOver ? this.lastSaid : before;
    if (this.speaker?.isSpeaking) {
      this.hush();
      silenced(now - age, performance.now());
    }
    this.unheard += 1;
    // Who speaks again says it anew.
    if (this.view.isKept) this.parts.ears.discard();
    this.put({ state: "hearing", meanwhile: "", isKept: false });
  }

  /** What is not heard to its end now is kept, before what was to follow. */
  private hush(): void {
    if (!this.speaker?.isSpeaking) return;
    this.rest = [...this.speaker.stop(), ...this.rest];
    this.quiet();
  }

  private ended(age: number): void {
    this.endedAt = performance.now() - age;
    if (this.view.state === "hearing") this.put({ state: "writing" });
  }

  private async hear(words: string): Promise<void> {
    this.unheard = Math.max(0, this.unheard - 1);
    this.put({ meanwhile: "" });
    const isNothing = words === "" || (this.overheard !== null && isEcho(words, this.overheard));
    if (!isNothing) this.heard.push(words);
    await this.heardAll();
  }

  /** Who goes on speaking is answered when they have finished, and one who said nothing not at all. */
  private async heardAll(): Promise<void> {
    if (this.unheard > 0 || this.view.state === "off") return;
    const words = this.heard.splice(0).join(" ");
    if (words === "") return this.resume();
    this.hush();
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
    if (!this.view.isKept) this.put({ fault: null });
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

  private async propose(changesetId: string, answerId: string): Promise<void> {
    const proposed = await this.parts.proposalsOf(changesetId).catch(() => null);
    // It was ended, or something else was asked: the proposal waits in Chat.
    if (!proposed || this.view.state === "off" || this.awaited?.id !== answerId) return this.settle();
    if (proposed.more > 0 && !proposed.isListed) return this.remark(tooMany());
    this.put({ asksFor: changesetId });
    this.readOut({
      changesetId,
      says: readOutOf(proposed),
      source: { messageId: answerId, changesetId },
      phase: this.speaker ? "queued" : "heard",
      isAskedAgain: false,
      isUnread: false,
    });
  }

  private readOut(waiting: Waiting): void {
    this.waiting = waiting;
    this.remark(waiting.says, waiting.source);
  }

  /** How far it was heard. */
  private reads(text: string, phase: "sounding" | "heard"): void {
    if (this.waiting?.says === text) this.waiting = { ...this.waiting, phase };
  }

  private cannotSay(error: unknown, text: string): void {
    this.tell(error);
    const { waiting } = this;
    if (waiting?.says !== text) return;
    // Nobody heard of it: no yes can be meant for it.
    if (waiting.isUnread) return this.leaveWaiting();
    this.readOut({ ...waiting, says: unreadable(), source: {}, phase: "queued", isUnread: true });
  }

  private async decide(waiting: Waiting, words: string): Promise<void> {
    this.rest = [];
    const decision = decisionOf(waiting, words, this.overheard !== null);
    if (decision === "apply" || decision === "refuse") return this.carryOut(waiting, decision);
    if (decision === "repeat") return this.readOut({ ...waiting, phase: "queued", isAskedAgain: true });
    if (decision === "ask") {
      this.waiting = { ...waiting, isAskedAgain: true };
      return this.remark(t("I didn't hear a clear answer. Say yes to accept, or no."));
    }
    this.leaveWaiting();
    const left = t("Then I leave it waiting. You find it in Chat and under Changes.");
    if (decision === "leave") return this.remark(left);
    this.add({ who: "cairn", text: left });
    this.settle();
  }

  private leaveWaiting(): void {
    this.waiting = null;
    this.put({ asksFor: null });
  }

  private async carryOut({ changesetId }: Waiting, how: "apply" | "refuse"): Promise<void> {
    this.leaveWaiting();
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
  private remark(text: string, source: SpeechSource = {}): void {
    this.add({ who: "cairn", text });
    this.say(text, source);
  }

  /** Never over somebody who speaks: what comes meanwhile is said after them, or given up with what they cut. */
  private say(text: string, source: SpeechSource): void {
    const { state } = this.view;
    if (!this.speaker || state === "off" || state === "deaf") return this.settle();
    if (this.unheard > 0) this.rest.push({ text, source });
    else this.speaker.say(text, source);
  }

  private sounds(text: string): void {
    if (this.endedAt !== null) firstSound(this.endedAt, performance.now());
    this.endedAt = null;
    this.reads(text, "sounding");
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
    this.put({ fault: fault.message, meanwhile: "", isKept: !isDeaf && this.parts.ears.waits() });
    if (isDeaf) {
      this.parts.ears.close();
      this.speaker?.stop();
      this.rest = [];
      this.quiet();
      this.put({ state: "deaf", level: 0 });
    } else void this.heardAll();
  }

  private tell(error: unknown): void {
    if (this.view.state === "off") return;
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
