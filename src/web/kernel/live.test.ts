import { expect, test } from "vitest";
import type { LiveEvent } from "#contract/wire/live.ts";
import { reactionsTo } from "./live.ts";

const changed = (entity: LiveEvent["entity"], entityId: string): LiveEvent => ({
  seq: 1,
  entity,
  entityId,
  operation: "update",
});

test("each noun reacts once to what changed together", () => {
  const [notes, trash, log, tags] = [() => {}, () => {}, () => {}, () => {}];
  const events = [changed("note", "a"), changed("note", "b"), changed("file", "c")];
  const found = reactionsTo(events, [
    { note: notes },
    { note: trash, file: trash },
    { any: log },
    { task: tags },
  ]);
  expect([...found]).toEqual([
    [notes, new Set(["a", "b"])],
    [trash, new Set(["a", "b", "c"])],
    [log, new Set(["a", "b", "c"])],
  ]);
});
