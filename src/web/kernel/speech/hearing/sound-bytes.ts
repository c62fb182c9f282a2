import { RATE } from "./voice-frames.ts";

/** Zero crossings of the filter at each side. */
const LOBES = 8;
/** Steps of the table of the filter from one crossing to the next. */
const FINE = 64;
/** Just below half the rate, above which sound would fold down. */
const CUT = 0.92;

/** A sinc in a Hann window, one side of it. */
const FILTER = Float32Array.from({ length: LOBES * FINE + 2 }, (_, index) => {
  const at = index / FINE;
  if (at >= LOBES) return 0;
  const sinc = at === 0 ? CUT : Math.sin(Math.PI * CUT * at) / (Math.PI * at);
  return sinc * Math.cos((Math.PI * at) / (2 * LOBES)) ** 2;
});

/** Samples of a microphone at the rate of the detector. */
export class Downsampler {
  private readonly step: number;
  private kept: Float32Array<ArrayBufferLike> = new Float32Array(0);
  /** Where the next sample is, among those that are kept. */
  private next: number;

  /** @param from samples a second, at least as many as the detector hears */
  constructor(from: number) {
    this.step = from / RATE;
    this.next = Math.ceil(LOBES * this.step);
    this.kept = new Float32Array(this.next);
  }

  push(samples: Float32Array): Float32Array {
    const all = new Float32Array(this.kept.length + samples.length);
    all.set(this.kept);
    all.set(samples, this.kept.length);
    const reach = LOBES * this.step;
    const made: number[] = [];
    for (; this.next + reach < all.length; this.next += this.step) made.push(this.at(all, reach));
    const from = Math.max(0, Math.floor(this.next - reach) - 1);
    this.kept = all.slice(from);
    this.next -= from;
    return Float32Array.from(made);
  }

  private at(all: Float32Array, reach: number): number {
    let sum = 0;
    for (let at = Math.ceil(this.next - reach); at <= this.next + reach; at += 1)
      sum += all[at]! * FILTER[Math.round((Math.abs(at - this.next) / this.step) * FINE)]!;
    return sum / this.step;
  }
}

const HEAD = 44;

/** One channel of 16 bits, which every server of speech reads. */
export function wavOf(samples: Float32Array): Blob {
  const view = new DataView(new ArrayBuffer(HEAD + 2 * samples.length));
  const write = (at: number, words: string) =>
    [...words].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  write(0, "RIFF");
  view.setUint32(4, HEAD - 8 + 2 * samples.length, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, 2 * RATE, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, 2 * samples.length, true);
  samples.forEach((sample, index) =>
    view.setInt16(HEAD + 2 * index, Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff), true),
  );
  return new Blob([view.buffer], { type: "audio/wav" });
}
