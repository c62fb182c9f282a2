import { useEffect, useRef, useState } from "react";
import type { MadeImage } from "#contract/shared/made-image.ts";
import { t } from "../../lib/messages/t.ts";
import { errorCode, errorMessage } from "../../platform/rpc-errors.ts";

/** Asks the server; `signal` is aborted when the dialog closes, which ends the request to the model, too. */
export type Ask = (prompt: string, signal: AbortSignal) => Promise<readonly MadeImage[]>;

/**
 * Pictures that a model makes from words, as a dialog asks for them.
 * @param isTold whether a failure has been told elsewhere already
 */
export function useMakeImages(ask: Ask, isTold: (error: unknown) => boolean = () => false) {
  const [images, setImages] = useState<readonly MadeImage[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);
  const make = async (prompt: string) => {
    const mine = (asking.current = new AbortController());
    setFailure(null);
    setIsBusy(true);
    try {
      setImages(await ask(prompt, mine.signal));
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!isTold(error)) setFailure(failedToMake(error));
    }
    setIsBusy(false);
  };
  return { images, failure, isBusy, make };
}

/** In the specification's words, with the reason where the server has one for people. */
function failedToMake(error: unknown): string {
  const code = errorCode(error);
  const reason = code === "SERVICE_FAILED" || code === "RATE_LIMITED" ? errorMessage(error, "") : "";
  return reason ? t("Failed to generate images: {reason}", { reason }) : t("Failed to generate images");
}
