import { signedIn } from "../../base.ts";
import type { Tx } from "../../db/client.ts";
import { Failure } from "../../failure.ts";
import { toolsFor } from "../tools/tools.ts";
import { grantAgain, listAgents, makeWebhook, readAgent, removeAgent, saveAgent } from "./agents.ts";
import { countUnseen, listRuns, readRun, seeRuns, startRun, stopRun } from "./runs.ts";

const { agents } = signedIn;

export const agentRoutes = {
  list: agents.list.handler(async ({ context: { db, changeables, userId } }) => ({
    agents: await listAgents(db, userId),
    tools: [...toolsFor(changeables).values()].map(({ name, description, isWriting }) => ({
      name,
      description,
      isWriting,
    })),
    unseen: await countUnseen(db, userId),
  })),
  save: agents.save.handler(({ input, context }) => saveAgent(context.db, context.userId, input)),
  remove: agents.remove.handler(async ({ input, context }) => {
    await removeAgent(context.db, context.userId, input.agentId);
    return {};
  }),
  makeWebhook: agents.makeWebhook.handler(async ({ input, context }) => ({
    url: await makeWebhook(context, context.userId, input.agentId),
  })),
  run: agents.run.handler(({ input: { agentId, id, isDry }, context: { db, userId } }) =>
    db.withUser(userId, async (tx) => {
      const agent = await readAgent(tx, agentId);
      await grantAgain(db, tx, agent);
      const begun = await startRun(tx, agent, { cause: "hand", isDry, id });
      if (begun === "stopped" || begun === "full") return repeated(tx, id, REFUSALS[begun]());
      return readRun(tx, id).catch(() => {
        throw new Failure("CONFLICT", "This id is taken. Create another one and try again.");
      });
    }),
  ),
  runs: agents.runs.handler(({ input, context }) => listRuns(context.db, context.userId, input)),
  getRun: agents.getRun.handler(({ input, context }) =>
    context.db.withUser(context.userId, (tx) => readRun(tx, input.runId)),
  ),
  stop: agents.stop.handler(async ({ input, context }) => {
    await stopRun(context.db, context.userId, input.runId);
    return {};
  }),
  see: agents.see.handler(async ({ input, context }) => {
    await seeRuns(context.db, context.userId, input.through);
    return {};
  }),
};

const REFUSALS = {
  stopped: () => new Failure("INVALID_INPUT", "All agents are stopped. Let them run again first."),
  full: () =>
    new Failure("QUOTA_EXCEEDED", "Many runs are waiting already. Run it again when some have ended."),
};

/** The run that is there already, where the call was only repeated. @throws Failure */
const repeated = (tx: Tx, runId: string, refusal: Failure) =>
  readRun(tx, runId).catch(() => {
    throw refusal;
  });
