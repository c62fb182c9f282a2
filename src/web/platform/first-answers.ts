import { queryClient } from "./api.ts";

const PATIENCE_MS = 1_000;

let answers: Promise<void> | undefined;

/** Until the screen that was opened has what it asked for and could draw it, at most a second. */
function firstAnswers(): Promise<void> {
  return (answers ??= new Promise((resolve) => {
    const cache = queryClient.getQueryCache();
    const done = () => {
      clearTimeout(timer);
      stop();
      setTimeout(resolve);
    };
    const timer = setTimeout(done, PATIENCE_MS);
    const stop = cache.subscribe(() => {
      const hasAnswer = cache.getAll().some(({ state }) => state.data !== undefined);
      if (hasAnswer && queryClient.isFetching() === 0) done();
    });
  }));
}

/** Loads what nobody waits for after what they do wait for: code that runs meanwhile would keep the first screen. */
export const afterFirstAnswers =
  <Part>(load: () => Promise<Part>): (() => Promise<Part>) =>
  () =>
    firstAnswers().then(load);
