import * as Y from "yjs";
import { MalformedUpdateError } from "../failure.ts";

/** Ten times what the document schema allows, and a tenth of what exhausts the stack when Yjs deletes it. */
export const UPDATE_DEPTH_MAX = 1_000;

/**
 * Refuses a change that nests nodes deeper than Yjs' recursive code can delete: applied and deleted again, such nodes
 * would keep the note from opening.
 * @throws MalformedUpdateError
 */
export function assertDepth(update: Uint8Array, doc: Y.Doc): void {
  const items = Y.decodeUpdate(update).structs.filter((struct) => struct instanceof Y.Item);
  const nodes = items.filter((item) => item.content instanceof Y.ContentType);
  if (nodes.length === 0) return;
  const byId = new Map<string, Y.Item>();
  for (const item of items) byId.set(keyOf(item.id), item).set(keyOf(item.lastId), item);
  const depths = new Map<Y.Item, number>();
  for (const node of nodes) {
    if (depthOf(node, byId, depths, doc) > UPDATE_DEPTH_MAX)
      throw new MalformedUpdateError("These nodes lie too deep in each other");
  }
}

const keyOf = ({ client, clock }: Y.ID) => `${client}:${clock}`;

/** In how many nodes an item lies. Without recursion, and each item is looked at once for the whole update. */
function depthOf(item: Y.Item, byId: Map<string, Y.Item>, depths: Map<Y.Item, number>, doc: Y.Doc): number {
  const path = [item];
  const seen = new Set(path);
  let depth = 0;
  for (;;) {
    const last = path.at(-1)!;
    const id = neighbourOf(last);
    const next = id && byId.get(keyOf(id));
    // A ring says nothing sensible; Yjs leaves it waiting for ever.
    if (!next || seen.has(next)) {
      depth = storedDepth(doc, last);
      break;
    }
    if (depths.has(next)) {
      depth = depths.get(next)! + stepTo(last);
      break;
    }
    path.push(next);
    seen.add(next);
  }
  for (const [index, passed] of path.reverse().entries()) {
    if (index > 0) depth += stepTo(passed);
    depths.set(passed, depth);
  }
  return depth;
}

/** The node around an item or, where the update leaves that out, the item beside it, which has the same one. */
function neighbourOf(item: Y.Item): Y.ID | null {
  return item.parent instanceof Y.ID ? item.parent : (item.origin ?? item.rightOrigin);
}

const stepTo = (item: Y.Item) => (item.parent instanceof Y.ID ? 1 : 0);

/** The depth of an item whose neighbour is not in the update; 0 at the top and where the neighbour is unknown. */
function storedDepth(doc: Y.Doc, item: Y.Item): number {
  const id = neighbourOf(item);
  if (!id || Y.getState(doc.store, id.client) <= id.clock) return 0;
  let around: unknown = Y.getItem(doc.store, id);
  let depth = stepTo(item);
  while (around instanceof Y.Item && depth <= UPDATE_DEPTH_MAX) {
    around = around.parent instanceof Y.AbstractType ? around.parent._item : null;
    if (around) depth += 1;
  }
  return depth;
}
