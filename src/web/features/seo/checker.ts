import { trustedUrl } from "../../platform/trusted-url.ts";
import { t } from "../../lib/messages/t.ts";
import type { CheckAnswer, Checked, CheckTask } from "./check-worker.ts";
// oxlint-disable-next-line import/default -- Vite makes the address of the built worker out of it
import workerPath from "./check-worker.ts?worker&url";

/** One for all checks: started with the first, ended when the last screen that checks is left. */
let worker: Worker | null = null;
let users = 0;
let lastId = 0;
const waiting = new Map<number, { resolve: (checked: Checked) => void; reject: (fault: Error) => void }>();

/** Longer than any note takes. */
const WITHIN_MS = 20_000;

function start(): Worker {
  const made = new Worker(trustedUrl(workerPath), { type: "module" });
  made.addEventListener("message", ({ data }: MessageEvent<CheckAnswer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.checked) asked?.resolve(data.checked);
    else asked?.reject(new Error(t("This note can't be read.")));
  });
  made.addEventListener("error", end);
  return made;
}

function end(): void {
  worker?.terminate();
  worker = null;
  for (const { reject } of waiting.values()) reject(new Error(t("Couldn't start the check.")));
  waiting.clear();
}

/** Keeps the worker for a screen; call what it answers when that is left. */
export function holdChecker(): () => void {
  users++;
  return () => {
    users--;
    if (users === 0) end();
  };
}

/** Checks a note beside the page. */
export function checkNote(task: Omit<CheckTask, "id">): Promise<Checked> {
  worker ??= start();
  lastId++;
  const id = lastId;
  const answer = new Promise<Checked>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    setTimeout(() => {
      if (waiting.has(id)) end();
    }, WITHIN_MS);
  });
  worker.postMessage({ id, ...task } satisfies CheckTask);
  return answer;
}
