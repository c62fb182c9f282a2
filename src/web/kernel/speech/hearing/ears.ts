import type { SpeechError } from "../ask-speech.ts";

/** What is heard, as it is heard. */
export type EarEvents = {
  /** Somebody begins to speak, and began so many milliseconds ago. */
  onBegan: (age: number) => void;
  /** What was said so far, from ears that tell it. */
  onMeanwhile: (words: string) => void;
  /** They have ended, so many milliseconds ago; what they said is written down. */
  onEnded: (age: number) => void;
  /** What they said; empty where it was nothing. */
  onWords: (words: string) => void;
  /** 0 to 1, ten times a second. */
  onLevel: (level: number) => void;
  /** It could not be written down, which `waits` says more of, or nothing is heard any more (`isDeaf`). */
  onFault: (fault: SpeechError, isDeaf: boolean) => void;
};

/** Writes down what somebody says: by a model that was set up, or by the browser. */
export type Ears = {
  /** Where the words are made: said to who speaks. */
  place: "model" | "browser" | "device";
  /** Asks for the microphone, and hears from then on. @throws SpeechError */
  open: (events: EarEvents) => Promise<void>;
  /** By hand, nothing begins before `hold`, and ends with `release`. */
  setByHand: (isByHand: boolean) => void;
  hold: () => void;
  release: () => void;
  /** What Cairn itself says meanwhile, which comes back through the microphone: it takes more to be heard. */
  guard: (saying: string | null) => void;
  /** What is said while it is muted is not heard at all. */
  mute: (isMuted: boolean) => void;
  /** Gives up what is being written down. */
  forget: () => void;
  /** Lets the microphone go, and writes down what was said until then. Ends when that is done, or could not be. */
  finish: () => Promise<void>;
  /** Whether something that was said is kept and not written down yet. */
  waits: () => boolean;
  /** Tries again to write down what failed, and what was said after it. */
  retry: () => void;
  /** Gives up what failed. */
  discard: () => void;
  /** Lets the microphone go. What is being written down is given up. */
  close: () => void;
  /** What the microphone hears, to be recorded; null where only the browser has it. */
  stream: () => MediaStream | null;
};
