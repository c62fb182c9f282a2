import { parentPort } from "node:worker_threads";
import type { BodyNode } from "#seo/article-from-body.ts";
import { bodyOf, type BodyAnswer, type BodyTask, doBodyWork, isTooDeep } from "./body-tasks.ts";
import { withDue } from "./read-due.ts";

export type WorkerAnswer = { answer: BodyAnswer } | { error: string; isTooDeep: boolean };

parentPort!.on("message", (task: BodyTask) => {
  void perform(task).then((answer) => parentPort!.postMessage(answer));
});

async function perform(task: BodyTask): Promise<WorkerAnswer> {
  try {
    if (task.kind === "publish") {
      const { publishBody } = await import("./publish-body.ts");
      return { answer: { page: publishBody(task) } };
    }
    if (task.kind === "due") return { answer: { dated: await withDue(task.tasks, task.known) } };
    if (task.kind === "claims") {
      const { claimsOfBody } = await import("./words/body-claims.ts");
      return { answer: { claims: claimsOfBody(bodyOf(task.parts)) } };
    }
    if (task.kind === "check") {
      const { checkNote } = await import("#seo/check-note.ts");
      return { answer: { checked: checkNote(bodyOf(task.parts).toJSON() as BodyNode, task.about) } };
    }
    if (task.kind === "promises") {
      const { promisesOfBody } = await import("./words/body-promises.ts");
      return { answer: { promises: promisesOfBody(bodyOf(task.parts), task.now) } };
    }
    const begun = process.threadCpuUsage();
    const answer = doBodyWork(task);
    if (!("ms" in answer)) return { answer };
    // By the clock it would be what the machine did beside it.
    const { user, system } = process.threadCpuUsage(begun);
    const ms = (user + system) / 1000;
    if (task.kind !== "derive" || !("derived" in answer)) return { answer: { ...answer, ms } };
    return { answer: { ...answer, tasks: await withDue(answer.derived.tasks, task.known), ms } };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), isTooDeep: isTooDeep(error) };
  }
}
