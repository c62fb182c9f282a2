import { type Frame, HOP, RATE, VoiceFrames } from "./voice-frames.ts";

export type Detected =
  /** Somebody speaks since sample `at`, counted from the first one heard; what came 300 ms before that is kept. */
  | { kind: "began"; at: number; isHeld: boolean }
  /** Somebody spoke: all of it, and for how long it has been quiet since. */
  | { kind: "ended"; samples: Float32Array; quietMs: number }
  /** What began was no speech after all. */
  | { kind: "nothing" };

const frames = (ms: number) => ms / 10;
/** Speech is looked for in what came last. */
const LOOKED_AT = frames(250);
/** So much of that has to be a voice: a click or a cough is shorter. */
const VOICED = frames(80);
const PRE_ROLL = frames(300);
const SILENCE = frames(600);
/** Noise may go on where speech has ended. */
const WITHOUT_VOICE = frames(1_500);
/** What is longer goes out in pieces, also while a key is held. */
const LONGEST = frames(30_000);
/** With less of a voice it was nothing, by itself or while a key was held. */
const VOICED_AT_LEAST = frames(80);

/** dB above the noise: to begin with, and to go on. The second is lower, so that a falling voice is not cut. */
const BEGIN_ABOVE = 9;
const GO_ON_ABOVE = 5;
/** While Cairn itself speaks, more: what a loudspeaker says comes back through the microphone. */
const GUARDED_BY = 6;
const QUIETEST_SPEECH = -58;
const QUIETEST_NOISE = -80;
/** How far levels and periods of a voice move within a quarter of a second; a hum stands still. */
const LEVEL_MOVES = 1.5;
/** As a part of it. */
const PERIOD_MOVES = 0.03;
/** dB a frame by which the noise may be louder than was thought. */
const RISES = 0.06;
const RISES_IN_SPEECH = 0.01;

/**
 * Hears when somebody begins and ends to speak: by energy above a floor that follows the noise, with one threshold to begin and a lower one to
 * go on, and by what tells a voice from noise: it swings, and neither as loud nor as high all the time.
 */
export class VoiceDetector {
  private readonly analysis = new VoiceFrames();
  private rest = new Float32Array(0);
  private count = 0;
  private floor: number | null = null;
  private recent: Frame[] = [];
  /** What came before it is known whether somebody speaks, by frames. */
  private before: Float32Array[] = [];
  private spoken: Float32Array[] | null = null;
  private isHeld = false;
  private isEnding = false;
  private voiced = 0;
  private quietFor = 0;
  private unvoicedFor = 0;
  /** Of the last frame, 0 to 1, to be shown. */
  level = 0;
  /** While Cairn itself speaks. */
  isGuarded = false;
  /** Nothing begins by itself: somebody holds a key while they speak. */
  isByHand = false;

  /** @param samples at 16 kHz, as many as there are */
  push(samples: Float32Array): Detected[] {
    const detected: Detected[] = [];
    const all = new Float32Array(this.rest.length + samples.length);
    all.set(this.rest);
    all.set(samples, this.rest.length);
    let at = 0;
    for (; at + HOP <= all.length; at += HOP) {
      detected.push(...this.frame(all.slice(at, at + HOP)));
    }
    this.rest = all.slice(at);
    return detected;
  }

  /** What is said from now on, and what came right before, is meant. */
  hold(): Detected | null {
    if (this.spoken) return null;
    return this.begin(0, true);
  }

  /** It ends with the frame that is under way. */
  release(): void {
    if (this.isHeld) this.isEnding = true;
  }

  /** Nothing more comes: what is being said ends here. */
  finish(): Detected | null {
    return this.spoken && this.end(this.spoken);
  }

  /** Whatever was heard is forgotten. */
  forget(): void {
    this.spoken = null;
    this.isHeld = this.isEnding = false;
    this.recent = [];
    this.before = [];
  }

  private frame(samples: Float32Array): Detected[] {
    this.count += 1;
    const above = BEGIN_ABOVE + (this.isGuarded && !this.spoken ? GUARDED_BY : 0);
    const threshold = Math.max((this.floor ?? 0) + (this.spoken ? GO_ON_ABOVE : above), QUIETEST_SPEECH);
    const frame = this.analysis.read(samples, (level) => level > threshold);
    const isLoud = frame.level > threshold;
    this.level = Math.max(0, Math.min(1, (frame.level - (this.floor ?? 0)) / 40));
    this.follow(frame.level);
    if (this.spoken) return this.continueSpeech(samples, frame, isLoud);
    this.recent = [...this.recent, frame].slice(-LOOKED_AT);
    this.before = [...this.before, samples].slice(-(LOOKED_AT + PRE_ROLL));
    if (isSteady(this.recent)) this.floor = Math.max(this.floor!, frame.level);
    if (this.isByHand || !isLoud || !isVoice(this.recent)) return [];
    const first = this.recent.findIndex(({ period }) => period !== null);
    return [this.begin(this.recent.length - first, false)];
  }

  /** @param ago frames since it began */
  private begin(ago: number, isHeld: boolean): Detected {
    this.spoken = this.before.slice(-(ago + PRE_ROLL));
    this.voiced = this.recent.filter(({ period }) => period !== null).length;
    this.isHeld = isHeld;
    this.isEnding = false;
    this.quietFor = this.unvoicedFor = 0;
    this.recent = [];
    this.before = [];
    return { kind: "began", at: (this.count - ago) * HOP, isHeld };
  }

  private continueSpeech(samples: Float32Array, { period }: Frame, isLoud: boolean): Detected[] {
    const spoken = this.spoken!;
    spoken.push(samples);
    this.quietFor = isLoud ? 0 : this.quietFor + 1;
    this.unvoicedFor = period === null ? this.unvoicedFor + 1 : 0;
    if (period !== null) this.voiced += 1;
    const isOver = this.isHeld
      ? this.isEnding
      : this.quietFor >= SILENCE || this.unvoicedFor >= WITHOUT_VOICE;
    if (!isOver && spoken.length < LONGEST) return [];
    const goesOn = this.isHeld && !this.isEnding;
    const ended = this.end(spoken);
    // By hand nothing begins by itself: what is said after this piece would be lost.
    return goesOn ? [ended, this.begin(0, true)] : [ended];
  }

  private end(spoken: readonly Float32Array[]): Detected {
    const { voiced, quietFor } = this;
    this.forget();
    return voiced < VOICED_AT_LEAST
      ? { kind: "nothing" }
      : { kind: "ended", samples: joined(spoken), quietMs: 10 * quietFor };
  }

  /** The floor falls with what is quieter at once, and rises slowly with what is louder. */
  private follow(level: number): void {
    const floor = this.floor ?? level;
    const rises = this.spoken ? RISES_IN_SPEECH : RISES;
    const next = level < floor ? floor + (level - floor) * 0.2 : floor + Math.min(rises, level - floor);
    this.floor = Math.max(next, QUIETEST_NOISE);
  }
}

/** It has been as loud as it is for the whole time: whatever it is, it is noise, and no voice. */
const isSteady = (recent: readonly Frame[]): boolean =>
  recent.length === LOOKED_AT && spread(recent.map(({ level }) => level)) < LEVEL_MOVES;

/** Enough of it swings, and moves. */
function isVoice(recent: readonly Frame[]): boolean {
  const voiced = recent.filter(({ period }) => period !== null);
  if (voiced.length < VOICED) return false;
  // The first ones hold the beginning of whatever it is, which is no movement of its own.
  const within = voiced.slice(3);
  const periods = spread(within.map(({ period }) => Math.log(period!)));
  return periods > PERIOD_MOVES || spread(within.map(({ level }) => level)) > LEVEL_MOVES;
}

/** How far they go; of noise, single ones differ as well, so each is taken with its neighbours. */
function spread(values: readonly number[]): number {
  const smooth = values.slice(2).map((value, at) => (value + values[at]! + values[at + 1]!) / 3);
  return Math.max(...smooth) - Math.min(...smooth);
}

export function joined(pieces: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

export const secondsOf = (samples: Float32Array): number => samples.length / RATE;
