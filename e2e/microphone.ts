import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hearPhrase, samplesOf, sayAsWav } from "#testing/servers/speech-programs.ts";
import { Downsampler, wavOf } from "#web/kernel/speech/hearing/sound-bytes.ts";
import { joined } from "#web/kernel/speech/hearing/voice-detector.ts";
import { RATE } from "#web/kernel/speech/hearing/voice-frames.ts";
import { test as base } from "./model-servers.ts";

/** Seconds of silence, words that espeak-ng says, or samples. */
export type Sound = number | string | Float32Array;

/** What the ears of the tests know: pocketsphinx hears these, and nothing else. */
export const PHRASES = [
  "what is due this week",
  "water the flowers",
  "call the doctor",
  "buy milk",
  "tell me everything",
  "yes do it",
];

const samplesFor = (sound: Sound): Float32Array => {
  if (typeof sound === "number") return new Float32Array(Math.round(sound * RATE));
  if (typeof sound !== "string") return sound;
  const { samples, rate } = samplesOf(sayAsWav(sound, { speed: 130 }));
  return new Downsampler(rate).push(samples);
};

const QUIET = 0.02;

/** With half a second of silence around it: these ears want some, and after several seconds of it they may hear nothing. */
export const heardBy = (sound: Buffer): string => {
  const { samples } = samplesOf(sound);
  const head = sound.subarray(0, sound.indexOf("data") + 4);
  const pause = new Float32Array(RATE / 2);
  const isLoud = (sample: number) => Math.abs(sample) > QUIET;
  const spoken = samples.slice(Math.max(0, samples.findIndex(isLoud)), samples.findLastIndex(isLoud) + 1);
  return hearPhrase(Buffer.concat([head, bytesOf(joined([pause, spoken, pause]))]), PHRASES);
};

const bytesOf = (samples: Float32Array): Buffer => {
  const bytes = Buffer.alloc(4 + 2 * samples.length);
  bytes.writeUInt32LE(2 * samples.length);
  samples.forEach((sample, at) => bytes.writeInt16LE(Math.round(sample * 0x7fff), 4 + 2 * at));
  return bytes;
};

/** A browser whose microphone hears what `hears` puts there, once, from when it is opened; then silence. */
export const test = base.extend<{ hears: (...sounds: Sound[]) => Promise<void> }, { microphone: string }>({
  microphone: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "cairn-microphone-"));
      const path = join(folder, "heard.wav");
      writeFileSync(path, Buffer.from(await wavOf(samplesFor(1)).arrayBuffer()));
      await use(path);
      rmSync(folder, { recursive: true });
    },
    { scope: "worker" },
  ],
  permissions: ["microphone"],
  launchOptions: async ({ launchOptions, microphone }, use) => {
    const args = [
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-audio-capture=${microphone}%noloop`,
      "--autoplay-policy=no-user-gesture-required",
    ];
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });
  },
  hears: async ({ microphone }, use) => {
    await use(async (...sounds) => {
      const sound = await wavOf(joined(sounds.map(samplesFor))).arrayBuffer();
      writeFileSync(microphone, Buffer.from(sound));
    });
  },
});
