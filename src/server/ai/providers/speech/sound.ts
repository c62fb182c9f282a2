/** Formats of sound that browsers record and play, by how their bytes begin. */
const BEGINNINGS: [type: string, isSo: (bytes: Uint8Array) => boolean][] = [
  ["audio/wav", (bytes) => wordsAt(bytes, 0, "RIFF") && wordsAt(bytes, 8, "WAVE")],
  ["audio/ogg", (bytes) => wordsAt(bytes, 0, "OggS")],
  ["audio/flac", (bytes) => wordsAt(bytes, 0, "fLaC")],
  ["audio/webm", ([a, b, c, d]) => a === 0x1a && b === 0x45 && c === 0xdf && d === 0xa3],
  ["audio/mp4", (bytes) => wordsAt(bytes, 4, "ftyp")],
  ["audio/mpeg", (bytes) => wordsAt(bytes, 0, "ID3")],
  ["audio/aac", ([a, b = 0]) => a === 0xff && (b & 0xf6) === 0xf0],
  ["audio/mpeg", ([a, b = 0]) => a === 0xff && (b & 0xe0) === 0xe0],
];
/** As many bytes as tell the format. */
export const TELLING_BYTES = 12;

const wordsAt = (bytes: Uint8Array, at: number, words: string): boolean =>
  [...words].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));

/** What sound these bytes begin, whatever is said of them; null where they are none. */
export const typeOfSound = (bytes: Uint8Array): string | null =>
  BEGINNINGS.find(([, isSo]) => isSo(bytes))?.[0] ?? null;

/** As pages record it for a model: 16 kHz, 16 bits, one channel. */
const WAV_BYTES_A_SECOND = 32_000;
/** As browsers compress speech, by what `recorder.ts` of the web asks for. */
const COMPRESSED_BYTES_A_SECOND = 4_000;

/** About how long it is heard, at least one second; by its kind and its bytes, since a head may say anything. */
export function secondsOfSound(bytes: Uint8Array): number {
  const aSecond = typeOfSound(bytes) === "audio/wav" ? WAV_BYTES_A_SECOND : COMPRESSED_BYTES_A_SECOND;
  return Math.ceil(bytes.length / aSecond);
}

/** Servers go by the end of a file's name. */
const ENDS: Record<string, string> = {
  "audio/wav": "wav",
  "audio/ogg": "ogg",
  "audio/flac": "flac",
  "audio/webm": "webm",
  "audio/mp4": "mp4",
  "audio/mpeg": "mp3",
  "audio/aac": "aac",
};
export const fileNameOf = (type: string): string => `speech.${ENDS[type] ?? "wav"}`;

const RATE = 16_000;

/** A quiet tone of a second, as WAV: something to hear, for a test, that says nothing. */
export function aTone(): Buffer {
  const samples = Buffer.alloc(2 * RATE);
  for (let at = 0; at < RATE; at += 1)
    samples.writeInt16LE(Math.round(4_000 * Math.sin((2 * Math.PI * 440 * at) / RATE)), 2 * at);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  // PCM, one channel.
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(2 * RATE, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
