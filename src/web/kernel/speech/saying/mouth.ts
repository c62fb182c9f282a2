import type { SpeechSource } from "../ask-speech.ts";

/** One sentence or a few, ready to be heard. */
export type Utterance = {
  /** Says it to its end. @throws what the signal was given up with, SpeechError */
  play: (signal: AbortSignal, onSound: () => void) => Promise<void>;
};

/** Says words: by a model that was set up, or by a voice of the device. */
export type Mouth = {
  /** Begins to make the sound, which may be asked for while another is heard. */
  prepare: (text: string, source: SpeechSource, signal: AbortSignal) => Utterance;
  /** What is said, as a stream that can be recorded; null where only the device has it. */
  stream: () => MediaStream | null;
  close: () => void;
};
