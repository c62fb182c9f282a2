import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A voice and ears that are real, from Debian: espeak-ng and pocketsphinx (scripts/speech-packages.ts installs them). */
const WANTED =
  "Install espeak-ng, pocketsphinx and pocketsphinx-en-us (Debian and Ubuntu: `apt-get install`).";

function run(program: string, args: string[], input?: string): Buffer {
  try {
    return execFileSync(program, args, {
      input,
      maxBuffer: 100_000_000,
      stdio: ["pipe", "pipe", "ignore"],
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new Error(`There is no ${program}. ${WANTED}`, { cause: error });
    throw error;
  }
}

/** A text as WAV, said by espeak-ng. @param speed words a minute */
export const sayAsWav = (text: string, { speed = 140, voice = "en-us" } = {}): Buffer =>
  run("espeak-ng", ["-v", voice, "-s", String(speed), "--stdout"], text);

/** What pocketsphinx hears in a recording of 16 kHz, among the phrases of a grammar; empty where it is none of them. */
export function hearPhrase(sound: Buffer, phrases: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "cairn-ears-"));
  try {
    const [wav, grammar] = [join(folder, "said.wav"), join(folder, "phrases.jsgf")];
    writeFileSync(wav, sound);
    writeFileSync(grammar, `#JSGF V1.0; grammar g; public <g> = ${phrases.join(" | ")};`);
    const args = ["-infile", wav, "-jsgf", grammar, "-logfn", "/dev/null"];
    return run("pocketsphinx_continuous", args).toString().trim().replaceAll(/\s+/g, " ");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The samples of a WAV of one channel and 16 bits, -1 to 1. */
export function samplesOf(wav: Buffer): { samples: Float32Array; rate: number } {
  const start = wav.indexOf("data") + 8;
  const samples = new Float32Array(Math.floor((wav.length - start) / 2));
  for (let at = 0; at < samples.length; at += 1) samples[at] = wav.readInt16LE(start + 2 * at) / 0x8000;
  return { samples, rate: wav.readUInt32LE(24) };
}
