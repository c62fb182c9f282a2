import { z } from "zod";
import { Id } from "#contract/shared/base.ts";
import type { Services } from "../../base.ts";
import { Failure } from "../../failure.ts";
import type { QueuedJob } from "../../jobs/job.ts";
import { checkItem } from "../check-file.ts";
import { mayPass, RemoteFault } from "../remote-fault.ts";

const ItemJob = z.object({ itemId: Id });

/** Proposes what was changed in a file of a folder, as soon as that is seen. */
export const checkWatched: QueuedJob<Services, z.infer<typeof ItemJob>> = {
  name: "check-watched-file",
  data: ItemJob,
  isLong: true,
  tries: 5,
  async run(services, { userId, data, signal }) {
    try {
      await checkItem(services, userId, data.itemId);
    } catch (error) {
      // Half a file, or one that nobody can read: its next change is looked at anew, and the person's own look says why.
      const isOver = (error instanceof RemoteFault || error instanceof Failure) && !mayPass(error);
      if (signal.aborted || !isOver) throw error;
    }
  },
};
