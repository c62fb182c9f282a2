export type VoiceState =
  | "off"
  | "opening"
  | "listening"
  | "hearing"
  | "writing"
  | "thinking"
  | "speaking"
  | "muted"
  | "deaf";

/** What was said, by whom; of an answer also which one it is. */
export type Line = {
  who: "you" | "cairn";
  text: string;
  answerId?: string;
  /** Somebody spoke over the rest of it. */
  isCut?: boolean;
};

export type VoiceView = {
  state: VoiceState;
  /** What is heard while it is spoken, from ears that tell it. */
  meanwhile: string;
  /** The sentence that is heard now. */
  saying: string | null;
  level: number;
  fault: string | null;
  /** What failed to be written down is kept, until something else is said. */
  isKept: boolean;
  /** Changes that wait for a spoken yes. */
  asksFor: string | null;
  lines: readonly Line[];
};

export const SILENT: VoiceView = {
  state: "off",
  meanwhile: "",
  saying: null,
  level: 0,
  fault: null,
  isKept: false,
  asksFor: null,
  lines: [],
};
