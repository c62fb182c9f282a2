import type { ChangeSource, Changeset, ProposedRecord } from "#contract/changesets.ts";
import { MOST_CHANGED_NOTES, MOST_CHANGED_RECORDS } from "#contract/changesets.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type ChangesetDeps, propose } from "../../changesets/changesets.ts";
import { rehearseRecords } from "../../changesets/together.ts";
import { readBodyAs } from "../../collab/load-note.ts";
import { Failure } from "../../failure.ts";

/** What tools want to be changed, gathered until it is proposed as one changeset. */
export class Draft {
  private readonly texts = new Map<string, string>();
  private readonly bases = new Map<string, Uint8Array[]>();
  private records: ProposedRecord[] = [];

  get size(): number {
    return this.texts.size + this.records.length;
  }

  /** All of it, with the bodies that were changed. */
  get content() {
    const texts = [...this.texts].map(([noteId, text]) => {
      const base = this.bases.get(noteId);
      return { noteId, text, ...(base && { base }) };
    });
    return { texts, records: this.records };
  }

  /** Ids of what it creates. */
  get made(): Set<string> {
    return new Set(this.records.flatMap(({ action, recordId }) => (action === "create" ? [recordId] : [])));
  }

  /** A text as it was rewritten here; undefined where it was not. */
  textOf(noteId: string): string | undefined {
    return this.texts.get(noteId);
  }

  /** The body as it was first read for this: what is written in it since is nothing that was changed here. */
  async baseOf(deps: Pick<ChangesetDeps, "db">, userId: string, noteId: string): Promise<Uint8Array[]> {
    const known = this.bases.get(noteId);
    if (known) return known;
    const { parts } = await readBodyAs(deps.db, userId, noteId);
    this.bases.set(noteId, parts);
    return parts;
  }

  rewrite(noteId: string, text: string): void {
    if (!this.texts.has(noteId) && this.texts.size >= MOST_CHANGED_NOTES) throw tooMuch();
    this.texts.set(noteId, text);
  }

  /** @throws Failure when it can't be done after all that was drafted before */
  async add(
    deps: ChangesetDeps,
    userId: string,
    source: ChangeSource,
    ...added: ProposedRecord[]
  ): Promise<void> {
    const records = [...this.records, ...added];
    if (records.length > MOST_CHANGED_RECORDS) throw tooMuch();
    await deps.db.withUser(userId, (tx) => rehearseRecords(deps, tx, records, source));
    this.records = records;
  }

  /** @returns null where nothing is to be changed */
  async propose(
    deps: ChangesetDeps,
    userId: string,
    { title, source }: { title: string; source: ChangeSource },
  ): Promise<Changeset | null> {
    if (this.size === 0) return null;
    const { texts: notes, records } = this.content;
    return propose(deps, userId, { id: uuidV7(), title, source, notes, records });
  }
}

const tooMuch = () => new Failure("INVALID_INPUT", "That is too much for one proposal. Stop here.");
