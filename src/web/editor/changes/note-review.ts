import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { type Proposal, proposalKey } from "../assist/proposal-host.ts";
import { bodyOf, sidesOf } from "./compared.ts";
import "./change-review.css";
import "./part-text.css";
import { type Place, placesOf, type Standing } from "./places.ts";
import { partKey, type WaitingPart } from "./waiting-part.ts";

/** A part as it is drawn: its card stands in `host`, which lies in the text and isn't of it. */
export type Shown = { key: string; part: WaitingPart; standing: Standing; host: HTMLElement };
export type Snapshot = { shown: readonly Shown[]; current: string | null };

/** Between two looks at where the parts stand, while somebody types. */
const LOOK_MS = 120;

type Sides = ReturnType<typeof sidesOf>;

/**
 * Shows what waits for a note in its text: decorations strike through what would go, and after it stands a card with what would come. Nothing is
 * written here: the server does that when a part is accepted, and the text comes back as that of anybody else, which moves no caret.
 */
export class NoteReview {
  private readonly editor: Editor;
  private readonly onChange: (snapshot: Snapshot) => void;
  private readonly hosts = new Map<string, HTMLElement>();
  private readonly sides = new WeakMap<WaitingPart, Sides>();
  private parts: readonly WaitingPart[] = [];
  /** Known to be decided, so that its text coming in does not look as if somebody had written there. */
  private decided: ReadonlySet<string> = new Set();
  private current: string | null = null;
  private snapshot: Snapshot = { shown: [], current: null };
  private own: Proposal | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(editor: Editor, onChange: (snapshot: Snapshot) => void) {
    this.editor = editor;
    this.onChange = onChange;
    editor.on("transaction", this.handleTransaction);
  }

  show(parts: readonly WaitingPart[], decided: ReadonlySet<string>): void {
    this.parts = parts;
    this.decided = decided;
    this.look();
  }

  choose(key: string | null): void {
    this.current = key;
    this.look();
  }

  destroy(): void {
    clearTimeout(this.timer);
    const { editor, own } = this;
    editor.off("transaction", this.handleTransaction);
    this.own = null;
    if (!editor.isDestroyed && own && proposalKey.getState(editor.state) === own)
      editor.view.dispatch(editor.state.tr.setMeta(proposalKey, null));
  }

  private readonly handleTransaction = ({ transaction }: { transaction: Transaction }): void => {
    // Others may have taken the room for what they propose; it is free again.
    const isFree = this.own !== null && proposalKey.getState(this.editor.state) === null;
    if (transaction.docChanged || isFree) this.lookSoon();
  };

  private lookSoon(): void {
    this.timer ??= setTimeout(() => this.look(), LOOK_MS);
  }

  private look(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { editor } = this;
    if (editor.isDestroyed) return;
    // What is composed is the input method's: drawing within it would end it.
    if (editor.view.composing) return this.lookSoon();
    const { doc } = editor.state;
    const places = placesOf(doc, this.parts);
    const shown = this.parts.map((part, index): Shown => {
      const key = partKey(part);
      const standing = this.decided.has(key) ? "ready" : places[index]!.standing;
      return { key, part, standing, host: this.hostOf(key) };
    });
    if (!shown.some(({ key }) => key === this.current))
      this.current = nextOf(this.snapshot.shown, shown, this.current);
    this.draw(doc, shown, places);
    this.snapshot = { shown, current: this.current };
    this.onChange(this.snapshot);
  }

  private draw(doc: Node, shown: readonly Shown[], places: readonly Place[]): void {
    const state = proposalKey.getState(this.editor.state) ?? null;
    if (state !== null && state !== this.own) return;
    const decorations = DecorationSet.create(
      doc,
      shown.flatMap((each, index) => this.decorationsOf(doc, each, places[index]!)),
    );
    this.own = this.proposal(decorations);
    this.editor.view.dispatch(this.editor.state.tr.setMeta(proposalKey, this.own));
  }

  private proposal(decorations: DecorationSet): Proposal {
    return {
      decorations,
      follow: (transaction) => {
        if (!transaction.docChanged) return this.own;
        this.own = this.proposal(decorations.map(transaction.mapping, transaction.doc));
        return this.own;
      },
      // The keys of a text are for writing: those of a review count beside it.
      handleKey: () => false,
    };
  }

  private decorationsOf(doc: Node, { key, part, standing, host }: Shown, { from, to }: Place): Decoration[] {
    const isCurrent = key === this.current;
    const card = Decoration.widget(to, () => host, {
      side: -1,
      key: `change-${key}`,
      ignoreSelection: true,
      stopEvent: () => true,
    });
    if (standing !== "ready" || to === from) return [card];
    const goes = this.sidesOf(part).goes.flatMap((change) => {
      const [start, end] = [from + change.from, Math.min(from + change.to, to)];
      return start < end ? [Decoration.inline(start, end, { nodeName: "del", class: "change-out" })] : [];
    });
    const blocks: Decoration[] = [];
    doc.nodesBetween(from, to, (node, pos) => {
      const className = isCurrent ? "change-place change-current" : "change-place";
      blocks.push(Decoration.node(pos, pos + node.nodeSize, { class: className }));
      return false;
    });
    return [...blocks, ...goes, card];
  }

  sidesOf(part: WaitingPart): Sides {
    let sides = this.sides.get(part);
    if (!sides) this.sides.set(part, (sides = this.compare(part)));
    return sides;
  }

  private compare({ before, after }: WaitingPart): Sides {
    const { schema } = this.editor;
    try {
      return sidesOf(bodyOf(schema, before), bodyOf(schema, after));
    } catch {
      return { goes: [], comes: [] };
    }
  }

  private hostOf(key: string): HTMLElement {
    let host = this.hosts.get(key);
    if (!host) {
      host = document.createElement("div");
      host.className = "change-card";
      host.contentEditable = "false";
      this.hosts.set(key, host);
    }
    return host;
  }
}

/** What has come to stand where a part stood that is gone; the first, before one was chosen. */
function nextOf(before: readonly Shown[], now: readonly Shown[], current: string | null): string | null {
  const at = before.findIndex(({ key }) => key === current);
  const left = new Set(now.map(({ key }) => key));
  const later = before.slice(at + 1).find(({ key }) => left.has(key));
  return (at >= 0 ? later?.key : undefined) ?? now[0]?.key ?? null;
}
