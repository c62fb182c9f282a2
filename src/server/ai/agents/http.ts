import type { FastifyInstance } from "fastify";
import { consumeAttempt, type Limit } from "../../accounts/rate-limit.ts";
import type { Services } from "../../base.ts";
import { networkOf } from "../../platform/network.ts";
import { hashOf } from "../../tokens/secret.ts";
import { readAgent } from "./agents.ts";
import { startRun } from "./runs.ts";

const BODY_MAX = 64_000;
/** Of one address. */
const CALLS: Limit = { max: 60, windowMinutes: 60 };
const WRONG: Limit = { max: 60, windowMinutes: 15 };

/**
 * Sets an agent off from elsewhere: who has the address needs nothing more, is told nothing, and what is sent along is data for the agent. A
 * wrong address is answered as one whose agent is off.
 */
export async function agentWebhooks(app: FastifyInstance, { db }: Services): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string", bodyLimit: BODY_MAX }, (_request, body, done) =>
    done(null, body),
  );
  app.post<{ Params: { secret: string } }>("/hooks/agents/:secret", async (request, reply) => {
    const hash = hashOf(request.params.secret);
    const [found] = await db.asPublic(hash, (tx) =>
      tx.query<{ id: string; user_id: string }>("SELECT * FROM agent_of_webhook()", [], "agent-of-webhook"),
    );
    reply.header("cache-control", "no-store");
    if (!found) {
      await consumeAttempt(db.authPool, `agent-hook:network:${networkOf(request.ip)}`, WRONG);
      return reply.status(404).send({ error: "No agent listens here." });
    }
    await consumeAttempt(db.authPool, `agent-hook:${found.id}`, CALLS);
    const payload = typeof request.body === "string" ? request.body.replaceAll("\0", "").toWellFormed() : "";
    const begun = await db.withUser(found.user_id, async (tx) => {
      const agent = await readAgent(tx, found.id);
      return agent.isPaused ? null : startRun(tx, agent, { cause: "webhook", payload });
    });
    if (begun === "full") return reply.status(429).send({ error: "Too many runs are waiting." });
    return reply.status(202).send({});
  });
}
