/** What the detector hears, whatever the microphone gives. */
export const RATE = 16_000;
/** 10 ms. */
export const HOP = RATE / 100;
/** 30 ms: two periods of the deepest voice. */
const WINDOW = 3 * HOP;
/** Voices lie between 80 and 400 Hz. */
const SHORTEST = RATE / 400;
const LONGEST = RATE / 80;
/** How alike two periods of a voice are; of noise they are hardly more than 0.2, of a fan that whistles 0.65. */
const ALIKE = 0.7;
/** Of the filter that leaves out what rumbles below 127 Hz. */
const KEPT = 0.95;
const QUIETEST = 1e-10;

export type Frame = {
  /** dB below full scale. */
  level: number;
  /** Samples from one swing of the vocal cords to the next; null where nothing swings. */
  period: number | null;
};

/** Cuts sound into frames of 10 ms and says of each how loud it is, and on request whether a voice could have made it. */
export class VoiceFrames {
  private readonly filtered = new Float32Array(WINDOW);
  private last = 0;
  private out = 0;

  /** @param samples exactly HOP of them; @param isLoud whether it is worth being listened to, by its level */
  read(samples: Float32Array, isLoud: (level: number) => boolean): Frame {
    this.filtered.copyWithin(0, HOP);
    let energy = 0;
    for (let at = 0; at < HOP; at += 1) {
      const sample = samples[at]!;
      this.out = sample - this.last + KEPT * this.out;
      this.last = sample;
      this.filtered[WINDOW - HOP + at] = this.out;
      energy += this.out * this.out;
    }
    const level = 10 * Math.log10(energy / HOP + QUIETEST);
    return { level, period: isLoud(level) ? this.period() : null };
  }

  /** By autocorrelation: the shift by which the sound is most like itself. */
  private period(): number | null {
    const sound = this.filtered;
    const length = WINDOW - LONGEST;
    let own = 0;
    for (let at = 0; at < length; at += 1) own += sound[at]! ** 2;
    const likeness = new Float32Array(LONGEST + 1);
    let other = 0;
    for (let at = SHORTEST; at < SHORTEST + length; at += 1) other += sound[at]! ** 2;
    for (let lag = SHORTEST; lag <= LONGEST; lag += 1) {
      let both = 0;
      for (let at = 0; at < length; at += 1) both += sound[at]! * sound[at + lag]!;
      likeness[lag] = both / Math.sqrt(own * other + QUIETEST);
      other += (sound[lag + length] ?? 0) ** 2 - sound[lag]! ** 2;
    }
    return firstPeak(likeness);
  }
}

/** Two periods are as like as one: the first top that is hardly less so. What only falls, as a hum below all voices, has none. */
function firstPeak(likeness: Float32Array): number | null {
  const isPeak = (alike: number, lag: number) =>
    lag > SHORTEST && alike >= ALIKE && alike >= likeness[lag - 1]! && alike > (likeness[lag + 1] ?? 1);
  const best = likeness.reduce((most, alike, lag) => (isPeak(alike, lag) ? Math.max(most, alike) : most), 0);
  const first = likeness.findIndex((alike, lag) => isPeak(alike, lag) && alike > 0.85 * best);
  return first < 0 ? null : first;
}
