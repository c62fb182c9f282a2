import { parentPort } from "node:worker_threads";
import { type BodyAnswer, type BodyTask, doBodyWork, isTooDeep } from "./body-work.ts";

export type WorkerAnswer = { answer: BodyAnswer } | { error: string; isTooDeep: boolean };

parentPort!.on("message", (task: BodyTask) => {
  parentPort!.postMessage(perform(task));
});

function perform(task: BodyTask): WorkerAnswer {
  try {
    return { answer: doBodyWork(task) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), isTooDeep: isTooDeep(error) };
  }
}
