import type { SpeechSource } from "../../../kernel/speech/ask-speech.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { consentIn, wantsSilence } from "./consent.ts";

/** What a model proposes and nobody decided yet. */
export type Proposed = {
  /** What is read out of it. */
  words: string;
  /** How many changes are not read out. */
  more: number;
  /** Whether the screen lists those. */
  isListed: boolean;
};

/** A proposal that is read out, and waits for a spoken yes. */
export type Waiting = {
  changesetId: string;
  /** What is said of it, in one piece, so that it is known when that was heard. */
  says: string;
  /** The model that speaks may read all that is named. */
  source: SpeechSource;
  phase: "queued" | "sounding" | "heard";
  /** It was asked about a second time. */
  isAskedAgain: boolean;
  /** It can't be said: the screen alone has it. */
  isUnread: boolean;
};

/** Nobody hears so many, or sees them all. */
export const tooMany = (): string =>
  t("These are too many changes to accept by voice. Review them on the screen; they wait under Changes.");

export const unreadable = (): string =>
  t("I can't read these changes aloud. They are listed on the screen. Say yes to accept all of them, or no.");

/** What is said of a proposal: all of it is read out or named as being on the screen. */
export function readOutOf({ words, more }: Proposed): string {
  if (more === 0)
    return t("I would like to do this. {changes} Say yes to accept, or no.", { changes: words });
  return plural(
    more,
    {
      one: "I would like to do this. {changes} {count} more is listed on the screen. Say yes to accept all, or no.",
      other:
        "I would like to do this. {changes} {count} more are listed on the screen. Say yes to accept all, or no.",
    },
    { changes: words },
  );
}

/**
 * What somebody's words do with a proposal. Only a yes that was begun after Cairn had finished counts: never its own voice, and nothing that
 * was not heard to its end. What was cut is said once more.
 * @param isOver they were begun while Cairn spoke, or could still be heard
 */
export function decisionOf(
  { phase, isAskedAgain }: Waiting,
  words: string,
  isOver: boolean,
): "apply" | "refuse" | "silence" | "repeat" | "ask" | "leave" {
  const consent = consentIn(words);
  if (consent === "no" && phase !== "queued") return "refuse";
  if (consent === "yes" && phase === "heard" && !isOver) return "apply";
  if (wantsSilence(words)) return "silence";
  if (isAskedAgain) return "leave";
  return phase === "heard" ? "ask" : "repeat";
}
