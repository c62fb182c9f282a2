import type { Services } from "../base.ts";
import { goOn } from "../collab/note-tasks.ts";
import type { QueuedJob } from "../jobs/job.ts";
import { goOnTicked } from "./change-tasks.ts";

type Data = { taskIds: string[] };

/** A box with a repetition that was ticked in its note: its task goes on to the next day, and the box is empty again. */
export const tasksGoOn: QueuedJob<Services, Data> = {
  ...goOn,
  run: ({ db, collab }, { userId, data: { taskIds } }) => goOnTicked({ db, collab }, userId, taskIds),
};
