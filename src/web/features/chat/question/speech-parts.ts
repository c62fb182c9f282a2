import { deferred } from "../../../ui/deferred.tsx";

/** The microphone of the question. */
export const Dictate = deferred(
  async () => (await import("../../../kernel/speech/dictate-button.tsx")).DictateButton,
);
export const ReadAloud = deferred(
  async () => (await import("../../../kernel/speech/read-aloud-button.tsx")).ReadAloudButton,
);

/** Words that were said come after what was written. */
export const withWords = (text: string, words: string): string =>
  text.trim() ? `${text.trimEnd()} ${words}` : words;
