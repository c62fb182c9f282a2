import { useEffect, useState } from "react";
import { Dictation, type DictationPhase } from "./dictation.ts";
import { MOST_SECONDS } from "./recorder.ts";

/** Words that are spoken into this part of the page. */
export function useDictation(onWords: (words: string) => void) {
  const [phase, setPhase] = useState<DictationPhase>("idle");
  const [dictation] = useState(() => new Dictation(setPhase));
  useEffect(() => dictation.giveTo(onWords));
  useEffect(() => () => dictation.cancel(), [dictation]);
  useEffect(() => {
    if (phase !== "recording") return;
    const timer = setTimeout(() => void dictation.write(), MOST_SECONDS * 1_000);
    return () => clearTimeout(timer);
  }, [phase, dictation]);
  return { phase, dictation };
}
