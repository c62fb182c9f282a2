import type pg from "pg";
import * as Y from "yjs";
import { FRAGMENT } from "#document/schema-version.ts";
import type { Change } from "./converge-browser.ts";
import { countTokens } from "./converge-edits.ts";

/** The text of all text nodes, one after the other. */
export function textOf(doc: Y.Doc): string {
  let text = "";
  const walk = (node: Y.XmlFragment | Y.XmlElement | Y.XmlText | Y.XmlHook): void => {
    if (node instanceof Y.XmlText)
      for (const part of node.toDelta() as { insert: unknown }[])
        text += typeof part.insert === "string" ? part.insert : "";
    else if (!(node instanceof Y.XmlHook))
      for (const child of node.toArray()) walk(child as Y.XmlElement | Y.XmlText);
  };
  walk(doc.getXmlFragment(FRAGMENT));
  return text;
}

/** What the database has of a body: all of it, and everything that ever stood in it. */
export async function readStored(pool: pg.Pool, noteId: string): Promise<{ now: Y.Doc; ever: string }> {
  const { rows } = await pool.query<{ kind: string; payload: Buffer }>(
    `SELECT 'snapshot' AS kind, through_id AS id, state AS payload FROM note_snapshots WHERE note_id = $1
     UNION ALL SELECT 'log', id, payload FROM note_updates WHERE note_id = $1
     UNION ALL SELECT 'history', through_id, payload FROM note_history WHERE note_id = $1 ORDER BY id`,
    [noteId],
  );
  const now = docOf(rows.filter(({ kind }) => kind !== "history").map(({ payload }) => payload));
  const written = rows.filter(({ kind }) => kind !== "snapshot").map(({ payload }) => payload);
  return { now, ever: written.flatMap(insertedTexts).join("") };
}

/** Every string that an update brings, also where the same update takes it away again. */
export function insertedTexts(update: Uint8Array): string[] {
  return Y.decodeUpdate(update).structs.flatMap((struct) =>
    struct instanceof Y.Item && struct.content instanceof Y.ContentString ? [struct.content.str] : [],
  );
}

/** All changes that somebody made, but those that died with their page before they were on a disk or the server. */
export function expectedDoc(changes: Change[], final: Y.Doc): Y.Doc {
  const snapshot = Y.snapshot(final);
  const kept = changes.filter(
    ({ update, isLostWithPage }) => !isLostWithPage || Y.snapshotContainsUpdate(snapshot, update),
  );
  return docOf(kept.map(({ update }) => update));
}

/** In one transaction of its own, as the server loads: else Yjs would tidy formatting between the updates. */
function docOf(updates: Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  doc.transact(() => updates.forEach((update) => Y.applyUpdate(doc, update)));
  return doc;
}

/**
 * Why two documents are not the same, or null. Deletions are compared by what is shown: Yjs itself removes formatting that
 * formats nothing, at different times in different copies.
 */
export function difference(one: Y.Doc, other: Y.Doc): string | null {
  if (one.store.pendingStructs || one.store.pendingDs) return "changes wait for others that are lost";
  const vectors = [one, other].map((doc) => Y.decodeStateVector(Y.encodeStateVector(doc)));
  const clients = new Set(vectors.flatMap((vector) => [...vector.keys()]));
  const apart = [...clients].filter((client) => vectors[0]!.get(client) !== vectors[1]!.get(client));
  if (apart.length > 0) {
    const counts = apart.map((client) => vectors.map((vector) => vector.get(client) ?? 0).join(" of "));
    return `has changes ${counts.join(", ")}`;
  }
  const [shown, wanted] = [shownOf(one), shownOf(other)];
  if (shown === wanted) return null;
  const at = [...shown].findIndex((character, index) => character !== wanted[index]);
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  return `the same changes, another text: ${around(shown)} instead of ${around(wanted)}`;
}

/** Nodes, attributes and text with its marks, in a form that is the same whenever they are. */
function shownOf(doc: Y.Doc): string {
  const show = (node: Y.XmlFragment | Y.XmlElement | Y.XmlText | Y.XmlHook): unknown => {
    if (node instanceof Y.XmlText) return mergeRuns(node.toDelta() as Run[]);
    const children =
      node instanceof Y.XmlHook ? [] : node.toArray().map((child) => show(child as Y.XmlElement));
    if (!(node instanceof Y.XmlElement)) return children;
    return [node.nodeName, sorted(node.getAttributes()), children];
  };
  return JSON.stringify(show(doc.getXmlFragment(FRAGMENT)));
}

const sorted = (values: object) => Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));

type Run = { insert: unknown; attributes?: Record<string, unknown> };

function mergeRuns(runs: Run[]): unknown[] {
  const merged: { marks: string; text: string }[] = [];
  for (const { insert, attributes = {} } of runs) {
    const marks = JSON.stringify(sorted(attributes));
    const last = merged.at(-1);
    const text = typeof insert === "string" ? insert : JSON.stringify(insert);
    if (last?.marks === marks) last.text += text;
    else merged.push({ marks, text });
  }
  return merged;
}

export type Verdict = { lost: string[]; doubled: string[]; copied: number; hidden: number };

/**
 * Counts tokens. Lost: typed, kept, and in no row of the database. Doubled: more often than people's own edits made it, so on the way.
 * Copied: what stands twice because two split, moved or turned one block at once. The pages of this trial write without the editor, which
 * makes one of two such copies (decision 44); the figure shows what a program meets that writes like them.
 */
export function judgeTokens(options: {
  typed: Map<string, { change: Change; copies: number }>;
  final: Y.Doc;
  ever: string;
}): Verdict {
  const { typed, final, ever } = options;
  const shown = countTokens(textOf(final));
  const snapshot = Y.snapshot(final);
  const verdict: Verdict = { lost: [], doubled: [], copied: 0, hidden: 0 };
  for (const [token, { change, copies }] of typed) {
    const times = shown.get(token) ?? 0;
    if (times > copies) verdict.doubled.push(token);
    else if (times > 1) verdict.copied += 1;
    if (times > 0) continue;
    verdict.hidden += 1;
    const wasKept = !change.isLostWithPage || Y.snapshotContainsUpdate(snapshot, change.update);
    if (wasKept && !ever.includes(token)) verdict.lost.push(token);
  }
  return verdict;
}
