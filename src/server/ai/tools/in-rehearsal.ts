import type { ChangesetDeps } from "../../changesets/changesets.ts";
import { deriveWaiting, lookInside } from "../../changesets/look-inside.ts";
import { changeRehearsal } from "../../changesets/rehearsal/change.ts";
import { Failure } from "../../failure.ts";
import { Draft } from "./draft.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { runTool, type ToolAnswer } from "./tools.ts";

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
    const { answer, draft } = await inRehearsal(services, userId, { rehearsalId, call }, async (deps) => {
      const draft = new Draft();
      return { draft, answer: await runTool(tools, { ...context, services: deps, draft }, call) };
    });
    const isAdded = draft.size > 0 && !answer.isFault;
    if (isAdded) await changeRehearsal(services, userId, rehearsalId, { ...draft.content, source });
    return { ...answer, isAdded };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const step = `Could not ${call.name.replaceAll("_", " ")}`;
    return { text: JSON.stringify({ error: error.message }), step, isFault: true, sent: [], isAdded: false };
  }
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
