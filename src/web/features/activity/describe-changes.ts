import type { Activity } from "#contract/activity.ts";
import { t } from "../../lib/messages/t.ts";

const LONGEST = 80;

function say(value: unknown): string {
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  const words = parts.filter((part) => typeof part === "string" || typeof part === "number").join(", ");
  if (words.trim() === "") return "empty";
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}...` : words;
}

/** "Title: Plan → Plan B", a line for each field that an entry tells of; ids are nothing to read. */
export function describeChanges(
  metadata: Activity["metadata"],
  names: Readonly<Record<string, string>>,
): string[] {
  const changes = (metadata["changes"] ?? {}) as Record<string, { from: unknown; to: unknown }>;
  return Object.entries(changes).flatMap(([field, { from, to }]) => {
    const name = names[field];
    if (!name) return [];
    if (field === "folderId" || field === "parentId") return [t("{field} changed", { field: name })];
    if (field === "words" && from === to) return [t("Text changed")];
    return [`${name}: ${say(from)} → ${say(to)}`];
  });
}
