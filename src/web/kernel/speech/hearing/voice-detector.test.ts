import { beforeAll, describe, expect, test } from "vitest";
import { seed } from "#testing/run-seed.ts";
import { hearPhrase, samplesOf, sayAsWav } from "#testing/servers/speech-programs.ts";
import { Downsampler, wavOf } from "./sound-bytes.ts";
import { type Detected, joined, secondsOf, VoiceDetector } from "./voice-detector.ts";
import { RATE } from "./voice-frames.ts";

const SENTENCES = [
  "What is due this week?",
  "Water the flowers, please.",
  "Stop.",
  "I would like to know what I wrote about the roof.",
];
const VOICES = ["en-us", "en-us+f3", "de", "en-us+m7"];

/** Numbers between -1 and 1 that the seed of the run tells. */
function numbers(): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 0x8000_0000;
  };
}
const made = (seconds: number, at: (index: number) => number) =>
  Float32Array.from({ length: Math.round(seconds * RATE) }, (_, index) => at(index));
const silence = (seconds: number) => made(seconds, () => 0);
const white = (seconds: number, loud = 0.05) => {
  const next = numbers();
  return made(seconds, () => loud * next());
};
/** Fans and streets: more of it the deeper. */
const brown = (seconds: number, loud = 0.05) => {
  const next = numbers();
  let at = 0;
  return made(seconds, () => {
    at = 0.98 * at + 0.2 * next();
    return loud * at;
  });
};
const hum = (seconds: number, hertz: number, loud = 0.1) =>
  made(seconds, (index) =>
    [1, 2, 3, 5].reduce(
      (sum, harmonic) =>
        sum + (loud / harmonic) * Math.sin((2 * Math.PI * hertz * harmonic * index) / RATE + harmonic),
      0,
    ),
  );
const tone = (seconds: number, hertz: number, loud: number) =>
  made(seconds, (index) => loud * Math.sin((2 * Math.PI * hertz * index) / RATE));
/** A knock of some milliseconds, about seven times a second. */
const clicks = (seconds: number) => {
  const next = numbers();
  const sound = silence(seconds);
  for (let at = 0; at < sound.length; at += Math.round(RATE * (0.14 + 0.05 * next())))
    for (let after = 0; after < 300 && at + after < sound.length; after += 1)
      sound[at + after] =
        0.5 * Math.exp(-after / 60) * (0.6 * next() + 0.4 * Math.sin((2 * Math.PI * 1_800 * after) / RATE));
  return sound;
};
/** Within its last tenth of a second, as what filters and loudspeakers do. */
const fading = (sound: Float32Array) =>
  sound.map((sample, at) => sample * Math.min(1, (sound.length - at) / (RATE / 10)) ** 3);
const mixed = (one: Float32Array, other: Float32Array) =>
  one.map((sample, index) => sample + (other[index] ?? 0));

function said(text: string, voice = "en-us", loud = 1): Float32Array {
  const { samples, rate } = samplesOf(sayAsWav(text, { voice }));
  return new Downsampler(rate).push(samples).map((sample) => loud * sample);
}

/** As a worklet hears it: 128 samples at a time. */
function detect(sound: Float32Array, detector = new VoiceDetector()): Detected[] {
  const all: Detected[] = [];
  for (let at = 0; at < sound.length; at += 128) all.push(...detector.push(sound.subarray(at, at + 128)));
  return all;
}
const kinds = (detected: readonly Detected[]) => detected.map(({ kind }) => kind);
/** Where a sentence is first louder than a whisper. */
const startOf = (sound: Float32Array) => sound.findIndex((sample) => Math.abs(sample) > 0.02);
const endOf = (sound: Float32Array) => sound.findLastIndex((sample) => Math.abs(sample) > 0.02);

let spoken: Float32Array;
beforeAll(() => {
  const sentence = said(SENTENCES[0]!);
  spoken = sentence.subarray(startOf(sentence), endOf(sentence));
});

describe.each(VOICES)("the voice %s", (voice) => {
  test.each(SENTENCES)("is heard once, from before its beginning to its end: %s", (text) => {
    const sentence = said(text, voice);
    const detected = detect(joined([silence(1), sentence, silence(1.5)]));
    expect(kinds(detected)).toEqual(["began", "ended"]);
    const [began, ended] = detected as [Detected & { kind: "began" }, Detected & { kind: "ended" }];
    const from = RATE + startOf(sentence);
    expect(Math.abs(began.at - from)).toBeLessThan(0.3 * RATE);
    // All of it, and at most 300 ms before and 600 ms after.
    const length = (endOf(sentence) - startOf(sentence)) / RATE;
    expect(secondsOf(ended.samples)).toBeGreaterThan(length);
    expect(secondsOf(ended.samples)).toBeLessThan(length + 1.3);
  });
});

test.each(["No, that is enough.", "Wait a moment.", "And what about Monday?", "All right."])(
  "a voice is known for one within a fifth of a second, also while Cairn speaks: %s",
  (text) => {
    const waits = VOICES.map((voice) => {
      const sentence = said(text, voice);
      const detector = new VoiceDetector();
      detector.isGuarded = true;
      const sound = joined([silence(1), sentence]);
      for (let at = 0; at < sound.length; at += 128)
        if (kinds(detector.push(sound.subarray(at, at + 128))).includes("began"))
          return (at - RATE - startOf(sentence)) / RATE;
      return Infinity;
    });
    expect(Math.max(...waits)).toBeLessThan(0.2);
  },
);

test.each([
  ["silence", () => silence(8)],
  ["white noise", () => white(8)],
  ["loud white noise that begins at once", () => joined([silence(2), white(6, 0.5)])],
  ["the noise of a street", () => joined([silence(1), brown(7, 0.3)])],
  ["a hum of 50 Hz that begins at once", () => joined([silence(2), hum(6, 50)])],
  ["a hum of 60 Hz", () => hum(8, 60, 0.3)],
  ["a whistling fan", () => mixed(hum(8, 220, 0.02), white(8, 0.02))],
  [
    "a whistling fan that begins at once",
    () => joined([silence(1), mixed(hum(6, 220, 0.02), white(6, 0.02))]),
  ],
  ["a keyboard", () => clicks(8)],
  ["a keyboard beside a fan", () => mixed(clicks(8), brown(8, 0.1))],
  ["a pure tone of 50 Hz after silence", () => joined([silence(2), tone(3, 50, 0.2), silence(2)])],
  ["a pure tone of 100 Hz after silence", () => joined([silence(2), tone(3, 100, 0.2), silence(2)])],
  ["a hum that ends with a knock", () => joined([silence(1), hum(3, 50), clicks(0.05), silence(1)])],
  ["a hum that fades", () => joined([silence(1), fading(hum(3, 50)), silence(1)])],
  ["a fan that is switched off", () => joined([brown(3, 0.2), fading(brown(1, 0.2)), silence(2)])],
  ["a knock on the table", () => joined([silence(2), clicks(0.1), silence(2)])],
])("%s starts nothing", (_, sound) => {
  expect(detect(sound())).toEqual([]);
});

test.each([
  ["white noise", () => white(6, 0.02)],
  ["the noise of a street", () => brown(6, 0.1)],
  ["a hum", () => hum(6, 50, 0.02)],
])("a voice is heard over %s, and its end, too", (_, noise) => {
  const sound = mixed(noise(), joined([silence(2), spoken, silence(2)]));
  expect(kinds(detect(sound))).toEqual(["began", "ended"]);
});

test("a quiet voice far from the microphone is heard", () => {
  expect(kinds(detect(joined([silence(1), said(SENTENCES[0]!, "en-us", 0.03), silence(1)])))).toEqual([
    "began",
    "ended",
  ]);
});

test("a pause within a sentence doesn't cut it; a longer one does", () => {
  const two = (pause: number) => joined([silence(1), spoken, silence(pause), spoken, silence(1)]);
  expect(kinds(detect(two(0.3)))).toEqual(["began", "ended"]);
  expect(kinds(detect(two(1.2)))).toEqual(["began", "ended", "began", "ended"]);
});

test("noise that goes on after a sentence doesn't keep it open", () => {
  const sound = joined([silence(1), spoken, white(5, 0.1)]);
  const detected = detect(sound);
  expect(kinds(detected)).toEqual(["began", "ended"]);
});

test("who speaks without a pause is heard in pieces of half a minute", () => {
  const long = joined([silence(1), ...Array.from({ length: 30 }, () => spoken), silence(1)]);
  const pieces = detect(long).flatMap((one) => (one.kind === "ended" ? [secondsOf(one.samples)] : []));
  expect(pieces.length).toBeGreaterThan(1);
  expect(Math.max(...pieces)).toBeLessThanOrEqual(30.1);
});

test("while a key is held all is meant, from right before it; silence is nothing", () => {
  const detector = new VoiceDetector();
  detector.isByHand = true;
  const half = Math.floor(spoken.length / 2);
  const first = detect(joined([silence(1), spoken.subarray(0, 1_600)]), detector);
  expect(first).toEqual([]);
  expect(detector.hold()).toMatchObject({ kind: "began", isHeld: true });
  // A pause that would end it otherwise.
  expect(detect(joined([spoken.subarray(1_600), silence(1.5), spoken.subarray(0, half)]), detector)).toEqual(
    [],
  );
  detector.release();
  const [ended] = detect(silence(0.1), detector) as [Detected & { kind: "ended" }];
  expect(ended.kind).toBe("ended");
  expect(secondsOf(ended.samples)).toBeGreaterThan((spoken.length + half) / RATE + 1.5);

  detector.hold();
  detect(white(1, 0.01), detector);
  detector.release();
  expect(kinds(detect(silence(0.1), detector))).toEqual(["nothing"]);
});

test("a key that is held for longer than a piece is heard to its end", () => {
  const detector = new VoiceDetector();
  detector.isByHand = true;
  detect(silence(1), detector);
  detector.hold();
  const long = joined([...Array.from({ length: Math.ceil(35 / secondsOf(spoken)) }, () => spoken)]);
  const detected = detect(long, detector);
  expect(kinds(detected)).toEqual(["ended", "began"]);
  expect(detected[1]).toMatchObject({ isHeld: true });
  detector.release();
  detected.push(...detect(silence(0.1), detector));
  expect(kinds(detected)).toEqual(["ended", "began", "ended"]);
  const heard = detected.reduce((sum, one) => sum + (one.kind === "ended" ? secondsOf(one.samples) : 0), 0);
  expect(heard).toBeGreaterThan(secondsOf(long));
});

test("what is being said when nothing more comes is heard", () => {
  const detector = new VoiceDetector();
  expect(detector.finish()).toBeNull();
  expect(kinds(detect(joined([silence(1), spoken]), detector))).toEqual(["began"]);
  const ended = detector.finish() as Detected & { kind: "ended" };
  expect(secondsOf(ended.samples)).toBeGreaterThan(secondsOf(spoken));
  expect(detector.finish()).toBeNull();
});

test("what is cut out is what a real program understands", { timeout: 60_000 }, async () => {
  const phrases = ["buy milk", "call the doctor", "water the flowers", "open the window"];
  for (const phrase of ["water the flowers", "call the doctor"]) {
    const slow = samplesOf(sayAsWav(phrase, { speed: 130 }));
    const sound = joined([silence(1), new Downsampler(slow.rate).push(slow.samples), silence(1)]);
    const ended = detect(sound).find((one) => one.kind === "ended")!;
    const wav = Buffer.from(await wavOf(ended.samples).arrayBuffer());
    expect(hearPhrase(wav, phrases)).toBe(phrase);
  }
});

test("a microphone of any rate gives the same sound", () => {
  for (const rate of [16_000, 22_050, 44_100, 48_000]) {
    const tone = Float32Array.from({ length: rate }, (_, at) => Math.sin((2 * Math.PI * 300 * at) / rate));
    const down = new Downsampler(rate);
    const heard = joined([down.push(tone.subarray(0, 777)), down.push(tone.subarray(777))]);
    // The filter waits for what comes after.
    expect(Math.abs(heard.length - RATE)).toBeLessThan(12);
    const crossings = heard.filter((sample, at) => at > 0 && sample >= 0 && heard[at - 1]! < 0).length;
    expect(Math.abs(crossings - 300)).toBeLessThan(3);
  }
});
