import { whenIdle } from "../lib/when-idle.ts";
import { queryClient } from "./api.ts";
import { isCodePending } from "./retry-chunk.ts";

const PATIENCE_MS = 1_000;
/** A screen whose code has come asks for its lists a moment later. */
const QUIET_MS = 50;

let answers: Promise<void> | undefined;

/** Until the screen that was opened has its code and what it asked for and could draw it, at most a second. */
function firstAnswers(): Promise<void> {
  return (answers ??= new Promise((resolve) => {
    const cache = queryClient.getQueryCache();
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const isThere = () =>
      !isCodePending() &&
      queryClient.isFetching() === 0 &&
      cache.getAll().some(({ state }) => state.data !== undefined);
    const done = () => {
      clearTimeout(timer);
      clearTimeout(quiet);
      stop();
      resolve();
    };
    const look = () => {
      clearTimeout(quiet);
      quiet = setTimeout(() => {
        if (isCodePending()) look();
        else whenIdle(() => isThere() && done());
      }, QUIET_MS);
    };
    const timer = setTimeout(done, PATIENCE_MS);
    const stop = cache.subscribe(look);
  }));
}

/** Loads what nobody waits for after what they do wait for: code that runs meanwhile would keep the first screen. */
export const afterFirstAnswers =
  <Part>(load: () => Promise<Part>): (() => Promise<Part>) =>
  () =>
    firstAnswers().then(load);
