import { useState } from "react";
import { meaningOptions } from "../../kernel/meaning/meaning-options.ts";
import { persistQueries, queryClient } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { failureOf } from "./use-models.ts";

/** Turns search by meaning on, has it go on at once where it waits, or read everything again with another model. */
export function useTurnOn() {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const turnOn = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      const state = await rpc.meaning.turnOn({});
      const { queryKey } = meaningOptions();
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, state);
      persistQueries(queryKey);
      keepFocus();
    } catch (error) {
      setFailure(failureOf(error));
    }
    setIsBusy(false);
  };
  return { turnOn, isBusy, failure };
}

/** The button that was pressed is gone with the state it belonged to; the keyboard goes on from the setting. */
export function keepFocus(): void {
  // After a dialog has tried to give the focus back.
  setTimeout(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) document.getElementById("search-by-meaning")?.focus({ preventScroll: true });
  }, 100);
}
