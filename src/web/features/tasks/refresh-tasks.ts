import { api, invalidate } from "../../platform/api.ts";
import { currentDevice } from "../../platform/sync/device-sync.ts";

let inFlight = 0;
let isWanted = false;

/** Asks for the lists anew, once no change is on its way: an answer from before it would take it off the page for a moment. */
export function refreshTasks(): void {
  isWanted = inFlight > 0 || isWaitingToBeSent();
  if (isWanted) return;
  invalidate(api.tasks.key());
  invalidate(api.trash.key());
}

let stopWaiting: (() => void) | undefined;

/** A change of one thing that follows another waits on the device until that is answered; the lists are asked for after it. */
function isWaitingToBeSent(): boolean {
  const outbox = currentDevice()?.outbox;
  const isWaiting = () => outbox?.calls().some(({ path }) => path[0] === "tasks") ?? false;
  if (!outbox || !isWaiting()) return false;
  stopWaiting ??= outbox.subscribe(() => {
    if (isWaiting()) return;
    stopWaiting?.();
    stopWaiting = undefined;
    if (isWanted) refreshTasks();
  });
  return true;
}

/** A change that shows already and that the server has not answered yet. */
export async function whileChanging<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  inFlight += 1;
  try {
    return await work();
  } finally {
    inFlight -= 1;
    if (isWanted) refreshTasks();
  }
}
