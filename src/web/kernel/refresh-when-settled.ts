import { currentDevice } from "../platform/sync/device-sync.ts";

/**
 * Asks for lists anew, once no change of theirs is on its way: an answer from before it would take it off the page for a moment.
 *
 * @param resources The operations whose waiting calls are such changes, by the first part of their path
 */
export function refreshWhenSettled(resources: readonly string[], ask: () => void) {
  let inFlight = 0;
  let isWanted = false;
  let stopWaiting: (() => void) | undefined;

  function refresh(): void {
    isWanted = inFlight > 0 || isWaitingToBeSent();
    if (!isWanted) ask();
  }

  /** A change of one thing that follows another waits on the device until that is answered; the lists are asked for after it. */
  function isWaitingToBeSent(): boolean {
    const outbox = currentDevice()?.outbox;
    const isWaiting = () => outbox?.calls().some(({ path }) => resources.includes(path[0] ?? "")) ?? false;
    if (!outbox || !isWaiting()) return false;
    stopWaiting ??= outbox.subscribe(() => {
      if (isWaiting()) return;
      stopWaiting?.();
      stopWaiting = undefined;
      if (isWanted) refresh();
    });
    return true;
  }

  /** A change that shows already and that the server has not answered yet. */
  async function whileChanging<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    inFlight += 1;
    try {
      return await work();
    } finally {
      inFlight -= 1;
      if (isWanted) refresh();
    }
  }

  return { refresh, whileChanging, attempt: attemptWith(whileChanging, refresh) };
}

type Work<Result> = () => Promise<Result>;

/**
 * Sends a change that shows already, and takes it back when the server refuses it.
 *
 * `isDue` says after which results the lists are asked for. After a refusal they always are: what was taken back with it, of other changes
 * and of answers, has to come back.
 */
const attemptWith =
  (whileChanging: <Result>(work: Work<Result>) => Promise<Result>, refresh: () => void) =>
  async <Result>(
    takeBack: () => void,
    work: Work<Result>,
    isDue: (result: Result) => boolean = () => true,
  ): Promise<Result> => {
    let result: Result;
    try {
      result = await whileChanging(work);
    } catch (error) {
      takeBack();
      refresh();
      throw error;
    }
    if (isDue(result)) refresh();
    return result;
  };
