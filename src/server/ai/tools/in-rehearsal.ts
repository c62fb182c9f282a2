import type { SentPassage } from "#contract/chat.ts";
import type { ChangesetDeps } from "../../changesets/changesets.ts";
import { deriveWaiting, lookInside } from "../../changesets/look-inside.ts";
import { changeRehearsal } from "../../changesets/rehearsal/change.ts";
import { Failure } from "../../failure.ts";
import { thingsWithinReach } from "../memory/may-go-again.ts";
import { Draft } from "./draft.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { runTool, type ToolAnswer } from "./tools.ts";
import { foldersByFence } from "./within.ts";

type Call = { name: string; input: string };

/**
 * Runs a tool as if all that waits in a rehearsal were real, and adds what it proposes to that at once, so that the next one finds it.
 * @returns with whether it has added anything
 */
export async function runToolInRehearsal(
  rehearsalId: string,
  tools: ReadonlyMap<string, Tool>,
  context: ToolContext,
  call: Call,
): Promise<ToolAnswer & { isAdded: boolean }> {
  const { services, userId, source } = context;
  try {
    const { shut } = await foldersByFence(context);
    const { answer, draft } = await inRehearsal(services, userId, { rehearsalId, call }, async (deps) => {
      const draft = new Draft();
      return { draft, answer: await runTool(tools, { ...context, services: deps, draft, shut }, call) };
    });
    await assertReallyWithin(context, answer.sent);
    const isAdded = draft.size > 0 && !answer.isFault;
    if (isAdded) await changeRehearsal(services, userId, rehearsalId, { ...draft.content, source });
    return { ...answer, isAdded };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const step = `Could not ${call.name.replaceAll("_", " ")}`;
    return { text: JSON.stringify({ error: error.message }), step, isFault: true, sent: [], isAdded: false };
  }
}

/**
 * A fence holds until somebody accepts that a thing leaves it: that this is proposed opens nothing.
 * @throws Failure NOT_FOUND
 */
async function assertReallyWithin(
  { services: { db }, userId, reach }: ToolContext,
  sent: readonly SentPassage[],
): Promise<void> {
  const ids = sent.map(({ id }) => id);
  const real = await thingsWithinReach(db, userId, ids, "nowhere");
  const within = await thingsWithinReach(db, userId, ids, reach);
  if ([...real].some((id) => !within.has(id)))
    throw new Failure("NOT_FOUND", "Some of this may not go to a model until it has really left its fence.");
}

function inRehearsal<Seen>(
  services: ChangesetDeps,
  userId: string,
  { rehearsalId: id, call }: { rehearsalId: string; call: Call },
  run: (deps: ChangesetDeps) => Promise<Seen>,
): Promise<Seen> {
  return services.db.withUser(userId, (tx) =>
    lookInside(services, tx, { id, texts: textsFor(call) }, async (inside) => {
      if (call.name === "search") await deriveWaiting(inside);
      return run(inside.deps);
    }),
  );
}

const UUID = /"noteId"\s*:\s*"([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})"/i;

/** Which texts a tool reads: all for search, else that of the note it names. */
function textsFor({ name, input }: Call): string[] | "all" {
  if (name === "search") return "all";
  const [, noteId] = UUID.exec(input) ?? [];
  return noteId ? [noteId] : [];
}
