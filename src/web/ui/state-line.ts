import { useEffect } from "react";
import { create } from "zustand";
import { toast } from "./toast-store.ts";

/** As long as a plain toast. */
const SHOWN_MS = 4000;

/** What the state line says for a moment, and how many such lines are on the screen. */
export const useStateLine = create<{ words: string | null; places: number }>(() => ({
  words: null,
  places: 0,
}));

let timer: ReturnType<typeof setTimeout>;

/** Says what is routine where it covers nothing; in a toast where no state line is in sight. */
export function say(words: string): void {
  // What is said may be that the sidebar, and the line with it, has just gone.
  setTimeout(() => {
    if (useStateLine.getState().places === 0) return toast.info(words);
    clearTimeout(timer);
    useStateLine.setState({ words });
    timer = setTimeout(() => useStateLine.setState({ words: null }), SHOWN_MS);
  });
}

/** Offers a place for the words, while `isWide` enough for them. */
export function useStateWords(isWide: boolean): string | null {
  useEffect(() => {
    if (!isWide) return;
    useStateLine.setState(({ places }) => ({ places: places + 1 }));
    return () => useStateLine.setState(({ places }) => ({ places: places - 1 }));
  }, [isWide]);
  return useStateLine(({ words }) => (isWide ? words : null));
}
