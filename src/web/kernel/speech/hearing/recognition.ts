type Alternative = { transcript: string };
export type Result = ArrayLike<Alternative> & { isFinal: boolean };
/** What browsers have of the Web Speech API, which TypeScript's types don't know. */
export type Recognition = {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally?: boolean;
  start: () => void;
  stop: () => void;
  abort: () => void;
  onspeechstart: (() => void) | null;
  onspeechend: (() => void) | null;
  onresult: ((event: { resultIndex: number; results: ArrayLike<Result> }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
};
type RecognitionMaker = {
  new (): Recognition;
  available?: (wanted: { langs: string[]; processLocally: boolean }) => Promise<string>;
};

export const makerOf = (): RecognitionMaker | undefined => {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as unknown as Record<
    string,
    RecognitionMaker | undefined
  >;
  return SpeechRecognition ?? webkitSpeechRecognition;
};

export const canBrowserHear = (): boolean => makerOf() !== undefined;

/** Whether the browser writes down on this device; others send the sound to their maker. */
export async function hearsOnDevice(language = navigator.language): Promise<boolean> {
  const wanted = { langs: [language], processLocally: true };
  return (
    (await makerOf()
      ?.available?.(wanted)
      .catch(() => "unavailable")) === "available"
  );
}
