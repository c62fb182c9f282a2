import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SearchHit } from "#contract/notes.ts";
import { QUERY_MAX } from "#contract/shared/search-query.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { errorMessage, isUnreachable } from "../../platform/rpc-errors.ts";
import { asksMeaning } from "./asks-meaning.ts";
import { isMeaningOn, meaningOptions, nearKey } from "./meaning-options.ts";

/** Each question goes to a model, so it waits until typing rests. */
const RESTS_MS = 400;
/** Keyboards of phones compose every word, and go on composing while nothing is typed. */
const RESTS_COMPOSING_MS = 2_000;
const NONE: SearchHit[] = [];

/** Notes that say something like a query in other words. Nothing is asked while search by meaning is turned off, or of what is no question of that kind. */
export function useNearNotes(query: string) {
  const words = query.trim().slice(0, QUERY_MAX);
  const mayAsk = asksMeaning(words);
  const { data: state } = useQuery({ ...meaningOptions(), enabled: mayAsk });
  const isOn = mayAsk && isMeaningOn(state);
  const rested = useRested(words);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [...nearKey(), rested],
    queryFn: ({ signal }) => askMeaning(rested, signal),
    enabled: isOn && asksMeaning(rested),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
    persister: undefined,
    retry: 0,
  });
  const isSettled = isOn && rested === words;
  const isAnswered = isSettled && data !== undefined && !isPlaceholderData;
  const failure = isSettled ? error : null;
  return {
    hits: isOn ? (data?.hits ?? NONE) : NONE,
    /** These are for the words as they stand, not for those before the last letters. */
    isAnswered,
    isAsking: isOn && !isAnswered && failure === null,
    /** Without the server the search by words says so already. */
    fault:
      failure && !isUnreachable(failure)
        ? errorMessage(failure, t("Search by meaning doesn't answer. Try again in a moment."))
        : null,
  };
}

async function askMeaning(query: string, signal: AbortSignal) {
  const { isOn, hits } = await rpc.meaning.search({ query }, { signal });
  // Turned off elsewhere.
  if (!isOn) invalidate(api.meaning.key());
  return { hits };
}

/** Words once they rest, and no input method is in the middle of one. None at first: whoever appears while somebody types waits too. */
function useRested(words: string): string {
  const [rested, setRested] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      const isComposing = document.documentElement.hasAttribute("data-composing");
      if (isComposing && !matchMedia("(pointer: coarse)").matches) return;
      timer = setTimeout(() => setRested(words), isComposing ? RESTS_COMPOSING_MS : RESTS_MS);
    };
    wait();
    // A word that is taken as it stands changes no letter.
    const watcher = new MutationObserver(wait);
    watcher.observe(document.documentElement, { attributeFilter: ["data-composing"] });
    return () => {
      watcher.disconnect();
      clearTimeout(timer);
    };
  }, [words]);
  return rested;
}
