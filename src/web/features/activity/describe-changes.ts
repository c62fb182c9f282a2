import type { Activity } from "#contract/activity.ts";

const NAMES: Record<string, string> = {
  title: "Title",
  name: "Name",
  tags: "Tags",
  category: "Category",
  folderId: "Folder",
  parentId: "Place",
  words: "Words",
};

const LONGEST = 80;

function say(value: unknown): string {
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  const words = parts.filter((part) => typeof part === "string" || typeof part === "number").join(", ");
  if (words.trim() === "") return "empty";
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}...` : words;
}

/** "Title: Plan → Plan B", a line for each field that an entry tells of; ids are nothing to read. */
export function describeChanges(metadata: Activity["metadata"]): string[] {
  const changes = (metadata["changes"] ?? {}) as Record<string, { from: unknown; to: unknown }>;
  return Object.entries(changes).flatMap(([field, { from, to }]) => {
    const name = NAMES[field];
    if (!name) return [];
    if (field === "folderId" || field === "parentId") return [`${name} changed`];
    if (field === "words" && from === to) return ["Text changed"];
    return [`${name}: ${say(from)} → ${say(to)}`];
  });
}
