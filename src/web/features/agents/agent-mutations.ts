import type { Agent } from "#contract/agents.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate, queryClient } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";
import type { Chosen } from "./agent-words.ts";

async function refresh(): Promise<void> {
  invalidate(api.agents.runs.key());
  await queryClient.invalidateQueries({ queryKey: api.agents.list.key() });
}

/** Says in a toast why it didn't work; null then. */
async function attempt<Result>(run: () => Promise<Result>, words: string): Promise<Result | null> {
  try {
    const result = await run();
    await refresh();
    return result;
  } catch (error) {
    toast.error(failureWords(error, words));
    return null;
  }
}

export async function createAgent(chosen: Chosen): Promise<Agent | null> {
  const made = await attempt(() => rpc.agents.save(chosen), t("Failed to create agent"));
  if (made) toast.success(t("Agent created successfully"));
  return made;
}

export async function updateAgent(chosen: Chosen): Promise<Agent | null> {
  const changed = await attempt(() => rpc.agents.save(chosen), t("Failed to update agent"));
  if (changed) toast.success(t("Agent updated successfully"));
  return changed;
}

export async function removeAgent(agentId: string): Promise<boolean> {
  const gone = await attempt(() => rpc.agents.remove({ agentId }), t("Failed to delete agent"));
  if (gone) toast.success(t("Agent deleted successfully"));
  return gone !== null;
}

export async function runAgent(agentId: string, isDry: boolean): Promise<void> {
  await attempt(() => rpc.agents.run({ agentId, id: uuidV7(), isDry }), t("Couldn't run the agent"));
}

export async function stopRun(runId: string): Promise<void> {
  await attempt(() => rpc.agents.stop({ runId }), t("Couldn't stop the agent"));
}

export async function seeRuns(through: string): Promise<void> {
  await attempt(() => rpc.agents.see({ through }), t("Couldn't mark these runs as seen"));
}

export async function undoRun(changesetId: string): Promise<void> {
  const undone = await attempt(
    () => rpc.changesets.undo({ id: changesetId }),
    t("Couldn't take back what the agent did"),
  );
  if (undone) toast.success(t("Taken back. What you changed since stays."));
}

export const makeWebhook = (agentId: string): Promise<{ url: string } | null> =>
  attempt(() => rpc.agents.makeWebhook({ agentId }), t("Couldn't make an address"));
