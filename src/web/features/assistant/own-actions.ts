import type { AssistantActionOfOwn } from "#contract/assistant.ts";
import { INSTRUCTION_MAX, MOST_ACTIONS } from "#contract/shared/assistant-choices.ts";
import { undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api, queryClient } from "../../platform/api.ts";
import { newId } from "../../platform/ids.ts";

export type OwnWords = Pick<AssistantActionOfOwn, "name" | "instruction" | "outcome">;
export type Own = OwnWords & { id: string };

export const ownActionsQuery = () => api.assistant.actions.queryOptions({ input: {} });
const refresh = () => queryClient.invalidateQueries({ queryKey: api.assistant.actions.key() });

export async function saveOwn({ id, name, instruction, outcome }: Own): Promise<void> {
  await api.assistant.saveAction.call({ id, name, instruction, outcome });
  await refresh();
}

/** Deleted at once; the toast puts it back. */
export async function removeOwn(action: Own): Promise<void> {
  const remove = async () => {
    await api.assistant.removeAction.call({ actionId: action.id });
    await refresh();
  };
  await remove();
  undoable(t("Deleted the action {name}", { name: action.name }), () => saveOwn(action), { redo: remove });
}

/** What a file of actions begins with. */
const KIND = "cairn-assistant-actions";

export const asFile = (actions: readonly OwnWords[]): string =>
  `${JSON.stringify(
    {
      kind: KIND,
      version: 1,
      actions: actions.map(({ name, instruction, outcome }) => ({ name, instruction, outcome })),
    },
    null,
    2,
  )}\n`;

/** What a file of actions holds, as far as it can be used; null when it is no such file. It comes from somebody else, so nothing in it is trusted. */
export function readFile(text: string): OwnWords[] | null {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return null;
  }
  const { kind, actions } = (file ?? {}) as { kind?: unknown; actions?: unknown };
  if (kind !== KIND || !Array.isArray(actions)) return null;
  return actions.slice(0, MOST_ACTIONS).flatMap((given: unknown) => {
    const { name, instruction, outcome } = (given ?? {}) as Record<string, unknown>;
    if (typeof name !== "string" || typeof instruction !== "string") return [];
    if (name.trim() === "" || instruction.trim() === "") return [];
    return [
      {
        name: name.trim().slice(0, 100),
        instruction: instruction.trim().slice(0, INSTRUCTION_MAX),
        outcome: outcome === "read" ? ("read" as const) : ("replace" as const),
      },
    ];
  });
}

/** Adds those of a file that are not there yet. @returns how many, after which it may have failed for want of room */
export async function addFromFile(found: readonly OwnWords[], known: readonly OwnWords[]): Promise<number> {
  const keyOf = ({ name, instruction }: OwnWords) => JSON.stringify([name, instruction]);
  const have = new Set(known.map(keyOf));
  const fresh = found.filter((action) => !have.has(keyOf(action)));
  const room = Math.max(0, MOST_ACTIONS - known.length);
  try {
    for (const action of fresh.slice(0, room))
      await api.assistant.saveAction.call({ id: newId(), ...action });
  } finally {
    await refresh();
  }
  return Math.min(fresh.length, room);
}
