import { api, invalidate } from "../../platform/api.ts";

let inFlight = 0;
let isWanted = false;

/** Asks for the lists anew, once no change is on its way: an answer from before it would take it off the page for a moment. */
export function refreshTasks(): void {
  isWanted = inFlight > 0;
  if (isWanted) return;
  invalidate(api.tasks.key());
  invalidate(api.trash.key());
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
