import { t } from "../../../lib/messages/t.ts";

export type Consent = "yes" | "no" | "unclear";

const list = (words: string): Set<string> => new Set(words.split(",").map(plain));

const plain = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[’']/g, "'")
    .replaceAll(/[^\p{L}\p{N}' ]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** In the language in which Cairn asks: a translation gives its own. */
const YES = list(
  t(
    "yes,yes please,yes do it,yes accept,yes accept it,accept,accept it,accept all,accept them,do it,please do it",
  ),
);
const NO = list(
  t(
    "no,no thanks,no thank you,no don't,don't,don't do it,do not,refuse,refuse it,refuse all,reject,reject it",
  ),
);

/** What was said to "Say yes to accept": an answer of these lists counts where nothing else was said with it. */
export function consentIn(words: string): Consent {
  const said = plain(words);
  if (YES.has(said)) return "yes";
  return NO.has(said) ? "no" : "unclear";
}

const STOP = list(t("stop,stop it,stop talking,be quiet,quiet,enough,that's enough,thank you stop"));

/** Whoever says only this wants silence, and no answer. */
export const wantsSilence = (words: string): boolean => STOP.has(plain(words));
