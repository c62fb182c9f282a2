import { expect, test } from "vitest";
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from "y-protocols/awareness";
import * as Y from "yjs";
import { ofOthers } from "./others-awareness.ts";

test("the carets of others are told of others, and of nothing that this page does itself", () => {
  const [mine, theirs] = [new Awareness(new Y.Doc()), new Awareness(new Y.Doc())];
  const told: number[][] = [];
  const carets = ofOthers(mine);
  const listener = ({ added, updated, removed }: Record<"added" | "updated" | "removed", number[]>) =>
    told.push([...added, ...updated, ...removed]);
  carets.on("change", listener);
  carets.setLocalStateField("cursor", { anchor: 1, head: 1 });
  expect(mine.getLocalState()).toEqual({ cursor: { anchor: 1, head: 1 } });
  expect(told).toEqual([]);
  theirs.setLocalStateField("cursor", { anchor: 2, head: 2 });
  applyAwarenessUpdate(mine, encodeAwarenessUpdate(theirs, [theirs.clientID]), "server");
  expect(told).toEqual([[theirs.clientID]]);
  expect(carets.getStates().get(theirs.clientID)).toEqual({ cursor: { anchor: 2, head: 2 } });
  carets.off("change", listener);
  theirs.setLocalStateField("cursor", null);
  applyAwarenessUpdate(mine, encodeAwarenessUpdate(theirs, [theirs.clientID]), "server");
  expect(told).toHaveLength(1);
  mine.destroy();
  theirs.destroy();
});
