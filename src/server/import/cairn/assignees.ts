import { type Row, text, textOrNull } from "./rows.ts";

/** More than see a project; what no server of ours wrote may name as many as it likes. */
const MOST_NAMED = 200;

type Account = { userId: string; email?: string | undefined };

/**
 * Whose tasks of an export are to do. A project that is imported is seen by nobody but whoever imports it: that person's tasks stay that
 * person's, by the address the export names, and those of all others are nobody's. The report names them, so that its owner can invite
 * them and assign their tasks again.
 */
export function readAssignees({ userId, email }: Account) {
  const others = new Map<string, number>();
  return {
    /** What is written into the plan's row. */
    of(row: Row): { is_mine: boolean } {
      const id = textOrNull(row["assignee_id"]);
      if (id === null) return { is_mine: false };
      const { name, address } = personOf(row["assignee"]);
      // Exports of before, and of whole accounts, tell the id alone.
      if (address === "" ? id === userId : address === email) return { is_mine: true };
      const said = name && address ? `${name} (${address})` : name || address;
      const words = others.has(said) || others.size < MOST_NAMED ? said : "";
      others.set(words, (others.get(words) ?? 0) + 1);
      return { is_mine: false };
    },
    lost: (): { path: string; reason: string }[] =>
      [...others].map(([words, count]) => ({
        path: words === "" ? "Assignees of tasks" : `Assignee ${words}`,
        reason: `${count === 1 ? "a task was" : `${count} tasks were`} assigned to ${words || "someone else"}: share the project here, then assign ${count === 1 ? "it" : "them"} again`,
      })),
  };
}

function personOf(given: unknown): { name: string; address: string } {
  const { name, email } = (typeof given === "object" && given !== null ? given : {}) as Row;
  return { name: text(name).slice(0, 100), address: text(email).trim().toLowerCase().slice(0, 320) };
}
