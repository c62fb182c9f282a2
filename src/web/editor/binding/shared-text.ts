import { Extension } from "@tiptap/core";
import { Fragment, type Node, Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import {
  type ProsemirrorBinding,
  relativePositionToAbsolutePosition,
  yCursorPluginKey,
  ySyncPluginKey,
  yUndoPluginKey,
} from "@tiptap/y-tiptap";
import * as Y from "yjs";
import type { NoteSession } from "../../platform/sync/types.ts";
import { type Copied, idOf } from "./copies.ts";
import { indexAt, lettersMoved, type Moved, nowAt, settle, type Spot, startOf } from "./follow-copies.ts";
import { copiesOfOthers, recentCopiesOf, type RecentCopies } from "./recent-copies.ts";
import { type Changes, patchDocument } from "./patch.ts";
import { type Mapping, renderChildren } from "./render.ts";
import { writeDocument } from "./write.ts";
import { type Typed, typedBy, typeInPlace } from "./typed-in-place.ts";
import { beforeUpdates } from "../../platform/sync/apply-update.ts";

/** What y-tiptap keeps to itself. Its version is pinned, and shared-text.test.ts fails when these names go. */
type Binding = ProsemirrorBinding & {
  prosemirrorView: EditorView | null;
  beforeTransactionSelection: Record<"anchor" | "head", Y.RelativePosition | null> | null;
  _observeFunction: (events: Changes["events"], transaction: Y.Transaction) => void;
  _prosemirrorChanged: (doc: Node) => void;
  _isLocalCursorInView: () => boolean;
};

type SyncState = {
  binding: Binding;
  snapshot: unknown;
  prevSnapshot: unknown;
  addToHistory: boolean;
  isChangeOrigin: boolean;
};

const key = new PluginKey<Typed | null>("sharedText");
const COPIES = "copies";
/** What ProseMirror throws where a step does not fit the schema; it exports neither. */
const UNFIT = new Set(["RangeError", "ReplaceError", "TransformError"]);

/**
 * Puts both directions of y-tiptap's binding on exact places (decision 38). Out: what was typed is written where the caret was, before the
 * binding compares the texts. In: what others wrote becomes steps as small as it is, and the caret follows them.
 */
export const SharedText = Extension.create<{ session: Pick<NoteSession, "state" | "subscribe"> | null }>({
  name: "sharedText",
  // Before the binding, whose priority is 1000.
  priority: 1100,
  addOptions: () => ({ session: null }),
  addProseMirrorPlugins() {
    return [sharedTextPlugin(this.options.session)];
  },
});

export const sharedTextPlugin = (session: Pick<NoteSession, "state" | "subscribe"> | null) =>
  new Plugin<Typed | null>({
    key,
    state: {
      init: () => null,
      apply: (transaction, typed) => (transaction.docChanged ? typedBy(transaction) : typed),
    },
    view: (view) => {
      const { binding } = ySyncPluginKey.getState(view.state) as SyncState;
      const recent = recentCopiesOf(binding.doc);
      bindExactly(binding, recent);
      const stop = session?.subscribe(() => session.state().connection === "connected" && recent.confirm());
      const stopReading = beforeUpdates(binding.doc, () => readPage(view));
      const letCaretsBe = keepMovedCaret(view);
      return {
        update: ({ state }, before) => writeTyped(key.getState(state) ?? null, state, before.doc),
        destroy: () => {
          stop?.();
          stopReading();
          letCaretsBe();
        },
      };
    },
  });

/** A caret that was just moved, of which the browser tells in a moment, would be put back to where it was. Not part of the types. */
const readPage = (view: EditorView) =>
  (view as unknown as { domObserver?: { flush: () => void } }).domObserver?.flush();

/** Where the carets of others are drawn anew: a change that knows the own one as it was before. */
function keepMovedCaret(view: EditorView): () => void {
  const { dispatch } = view;
  view.dispatch = (transaction) => {
    const before = view.state;
    if (transaction.getMeta(yCursorPluginKey)) readPage(view);
    if (view.state !== before && view.state.doc === before.doc)
      transaction.setSelection(view.state.selection);
    dispatch(transaction);
  };
  return () => void (view.dispatch = dispatch);
}

function writeTyped(typed: Typed | null, state: EditorView["state"], before: Node): void {
  // Several changes in one update are left to the comparison.
  if (!typed || typed.before !== before || typed.after !== state.doc) return;
  const { binding, ...sync } = ySyncPluginKey.getState(state) as SyncState;
  if (sync.snapshot ?? sync.prevSnapshot) return;
  if (!sync.addToHistory || sync.isChangeOrigin) return;
  binding.mux(() =>
    binding.doc.transact(() => {
      const text = typeInPlace(binding, typed);
      if (text) keepMapping(binding, text, typed);
    }, ySyncPluginKey),
  );
}

/** Where the shared text says now just what the editor shows, nothing is left to compare. */
function keepMapping(binding: Binding, text: Y.XmlText, { after, at }: Typed): void {
  const $at = after.resolve(at);
  const mapping = mappingOf(binding);
  const block = text.parent as Y.XmlFragment;
  if (!Fragment.from(renderChildren(block, after.type.schema, mapping)).eq($at.parent.content)) return;
  let [shared, depth]: [unknown, number] = [block, $at.depth];
  for (; shared instanceof Y.XmlFragment && depth >= 0; depth--) {
    mapping.set(shared, $at.node(depth));
    shared = shared === binding.type ? null : shared.parent;
  }
}

function bindExactly(binding: Binding, recent: RecentCopies): void {
  binding._prosemirrorChanged = (doc) => {
    // Shown as it is shared: a caret that moved, or what came from others.
    if (mappingOf(binding).get(binding.type) === doc) return;
    binding.doc.transact(() => writeDocument(binding, doc), ySyncPluginKey);
  };
  binding._observeFunction = (events: Changes["events"], transaction: Y.Transaction) => {
    const view = binding.prosemirrorView;
    if (!view) return;
    binding.mux(() => {
      // The note may be shown twice on this page; the first that hears of the change settles it.
      const settled = transaction.meta.get(COPIES) as Copied[] | undefined;
      const copies = settled ?? (transaction.local ? [] : copiesOfOthers(transaction, recent));
      transaction.meta.set(COPIES, copies);
      const carets = transaction.meta.get(key) as Carets | undefined;
      const ends = carets?.ends ?? endsOf(binding);
      show(binding, view, { events, transaction, moved: carets?.moved ?? lettersMoved(copies), ends });
      if (copies.length > 0 && !settled) settleCopies(binding, view, { copies, recent, ends });
    });
  };
}

/** What the ends of the selection stand behind: a letter, or the beginning of a text. */
type Ends = Record<"anchor" | "head", string | null>;
type Carets = { moved: Moved; ends: Ends };

function endsOf({ beforeTransactionSelection: selection }: Binding): Ends {
  const end = (place: Y.RelativePosition | null | undefined) =>
    place?.item ? idOf(place.item) : place?.type ? startOf(place.type) : null;
  return { anchor: end(selection?.anchor), head: end(selection?.head) };
}

/** Yjs tells of this change of ours after the present one, so it is shown like one of others. */
function settleCopies(
  binding: Binding,
  view: EditorView,
  { copies, recent, ends }: { copies: Copied[]; recent: RecentCopies; ends: Ends },
): void {
  const { undoManager } = yUndoPluginKey.getState(view.state) as { undoManager: Y.UndoManager };
  // What was typed and what brings it to another place are undone together.
  const isTyped = undoManager.undoStack.length > 0;
  if (isTyped) undoManager.lastChange = Date.now();
  binding.doc.transact(
    (transaction) => {
      const moved = settle(copies, recent);
      transaction.meta.set(key, { moved, ends } satisfies Carets);
    },
    isTyped ? ySyncPluginKey : key,
  );
}

const mappingOf = (binding: Binding): Mapping => binding.mapping as Mapping;

function show(
  binding: Binding,
  view: EditorView,
  change: Carets & { events: Changes["events"]; transaction: Y.Transaction },
): void {
  const { events, transaction } = change;
  const mapping = mappingOf(binding);
  const changed = new Set<unknown>([...transaction.changed.keys(), ...transaction.changedParentTypes.keys()]);
  for (const type of changed) mapping.delete(type);
  const tr = withCaret(binding, view, exactly(binding, view, { events, changed }), change);
  if (binding._isLocalCursorInView()) tr.scrollIntoView();
  const isUndoRedoOperation = transaction.origin instanceof Y.UndoManager;
  view.dispatch(
    tr.setMeta("addToHistory", false).setMeta(ySyncPluginKey, { isChangeOrigin: true, isUndoRedoOperation }),
  );
  // Not what the editor shows by now: what was added to it meanwhile is still to be written.
  mapping.set(binding.type, tr.doc);
}

function exactly(binding: Binding, view: EditorView, changes: Changes): Transaction {
  try {
    const { tr } = view.state;
    patchDocument(tr, binding.type, mappingOf(binding), changes);
    return tr;
  } catch (error) {
    // Two changes together may make what the schema does not allow (a list without items); it is shown all the same.
    if (!(error instanceof Error && UNFIT.has(error.name))) throw error;
    const { tr } = view.state;
    const nodes = renderChildren(binding.type, tr.doc.type.schema, mappingOf(binding));
    return tr.replace(0, tr.doc.content.size, new Slice(Fragment.from(nodes), 0, 0));
  }
}

/**
 * A caret stays behind the letter that its person typed: what others type at the same place comes after it, and it goes where the letter
 * goes. Put behind letters of somebody else it goes along with what they add there: it would stand in the middle of their sentence.
 */
function withCaret(
  binding: Binding,
  view: EditorView,
  tr: Transaction,
  { moved, ends }: Carets,
): Transaction {
  const { selection } = view.state;
  if (!tr.docChanged || !(selection instanceof TextSelection)) return tr;
  const place = (at: number, end: string | null) => {
    const now = end === null ? null : nowAt(moved, end);
    const isOwn = end?.startsWith(`${binding.doc.clientID} `);
    const along = selection.empty && !isOwn ? behindAdded(tr, at) : null;
    return tr.doc.resolve((now && positionOf(binding, now)) ?? along ?? tr.mapping.map(at, -1));
  };
  return tr.setSelection(
    TextSelection.between(place(selection.anchor, ends.anchor), place(selection.head, ends.head)),
  );
}

/** Behind what the transaction added at this very place, when it left everything around it in the block as it was. */
function behindAdded(tr: Transaction, at: number): number | null {
  const $before = tr.before.resolve(at);
  const [$start, $end] = [tr.doc.resolve(tr.mapping.map(at, -1)), tr.doc.resolve(tr.mapping.map(at, 1))];
  if (!$start.sameParent($end) || !$start.parent.isTextblock) return null;
  const { parent, parentOffset } = $before;
  const isAsBefore =
    parent.content.cut(0, parentOffset).eq($start.parent.content.cut(0, $start.parentOffset)) &&
    parent.content.cut(parentOffset).eq($end.parent.content.cut($end.parentOffset));
  return isAsBefore ? $end.pos : null;
}

function positionOf({ doc, type, mapping }: Binding, spot: Spot): number | null {
  const relative = Y.createRelativePositionFromTypeIndex(spot.text, indexAt(spot), -1);
  return relativePositionToAbsolutePosition(doc, type, relative, mapping);
}
