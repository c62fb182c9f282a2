import type { Publication } from "#contract/sharing.ts";
import type { Collab } from "../collab/collab.ts";
import type { PublicBody } from "#document/html/public-html.ts";
import type { Database, Tx } from "../db/client.ts";
import type { FileRow } from "../files/files.ts";
import type { FeedEntry } from "./feed-xml.ts";
import { openRow, type OpenedFile, type Variant } from "../files/open-file.ts";
import type { Storage } from "../files/storage/storage.ts";

/** A page that is there now. Everything a visitor is shown is read through `asPublic`, which knows its address and nobody. */
export type PublishedPage = {
  noteId: string;
  title: string;
  path: string;
  passwordHash: string | null;
  isIndexed: boolean;
  searchTitle: string;
  description: string;
  language: string | null;
  pictureId: string | null;
  publishedAt: Date;
  updatedAt: Date;
  docSeq: number;
  /** Its owner's name, where the page says it. */
  author: string | null;
  theme: Publication["theme"];
  accent: Publication["accent"];
};

type LinkRow = { note_id: string; title: string; slug: string; is_open: boolean; doc_seq: number };
type PageRow = {
  note_id: string;
  title: string;
  doc_seq: number;
  password_hash: string | null;
  is_indexed: boolean;
  search_title: string;
  description: string;
  language: string | null;
  picture_id: string | null;
  published_at: Date;
  updated_at: Date;
  author: string | null;
  theme: Publication["theme"];
  accent: Publication["accent"];
};

type FeedRow = {
  slug: string;
  title: string;
  description: string;
  author: string;
  published_at: Date;
  updated_at: Date;
};

const CACHED_PAGES = 50;
const SHOWN_NOTES_MAX = 20;

export const pathOf = (slug: string) => `/p/${slug}`;

type Deps = { db: Database; collab: Pick<Collab, "bodies">; storage: Storage; origin: string };

/** Reads what is published, for visitors who have no account. */
export class PublishedNotes {
  private readonly deps: Deps;
  /** Whatever a page is made of is part of its key, so nothing old is ever shown; oldest first. */
  private readonly made = new Map<string, Promise<PublicBody>>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** The page at an address, or null: revoked, expired, in the trash and never made are the same. */
  async find(slug: string): Promise<PublishedPage | null> {
    const [row] = await this.deps.db.asPublic(slug, (tx) =>
      tx.query<PageRow>("SELECT * FROM published_page()"),
    );
    if (!row) return null;
    return {
      noteId: row.note_id,
      title: row.title,
      path: pathOf(slug),
      passwordHash: row.password_hash,
      isIndexed: row.is_indexed,
      searchTitle: row.search_title,
      description: row.description,
      language: row.language,
      pictureId: row.picture_id,
      publishedAt: row.published_at,
      updatedAt: row.updated_at,
      docSeq: row.doc_seq,
      author: row.author,
      theme: row.theme,
      accent: row.accent,
    };
  }

  /** The author's pages that may be found beside this one; none unless it may be found itself and says the author's name. */
  async feed(slug: string): Promise<FeedEntry[]> {
    const rows = await this.deps.db.asPublic(slug, (tx) =>
      tx.query<FeedRow>("SELECT * FROM published_feed()"),
    );
    return rows.map((row) => ({
      path: pathOf(row.slug),
      title: row.title,
      description: row.description,
      author: row.author,
      publishedAt: row.published_at,
      updatedAt: row.updated_at,
    }));
  }

  /** What visitors read of a page. */
  async read(page: PublishedPage, slug: string): Promise<PublicBody> {
    const links = await this.deps.db.asPublic(slug, (tx) =>
      tx.query<LinkRow>("SELECT * FROM published_links()"),
    );
    const key = JSON.stringify([page.noteId, page.path, page.title, page.docSeq, links]);
    let body = this.made.get(key);
    if (!body) {
      body = this.make(page, links, slug);
      this.made.set(key, body);
      body.catch(() => this.made.delete(key));
      for (const old of this.made.keys()) if (this.made.size > CACHED_PAGES) this.made.delete(old);
    }
    return body;
  }

  /** A file that stands in what visitors read of the page; null when it does not. */
  async openFile(
    page: PublishedPage,
    slug: string,
    fileId: string,
    variant: Variant,
  ): Promise<OpenedFile | null> {
    // The note may name it where nobody but its readers looks: in a remark, or in a private part.
    const { html } = await this.read(page, slug);
    if (!html.includes(`${page.path}/files/${fileId.toLowerCase()}`)) return null;
    const [row] = await this.deps.db.asPublic(slug, (tx) =>
      tx.query<Pick<FileRow, "name" | "storage_key" | "type" | "size" | "width">>(
        "SELECT * FROM published_file($1)",
        [fileId],
      ),
    );
    return row ? openRow(this.deps.storage, row, variant) : null;
  }

  private async make(page: PublishedPage, links: LinkRow[], slug: string): Promise<PublicBody> {
    const bodies = await this.deps.db.asPublic(slug, async (tx) => {
      const shown = links.filter((link) => link.is_open).slice(0, SHOWN_NOTES_MAX);
      const parts = new Map<string, Uint8Array[]>();
      for (const id of [page.noteId, ...shown.map((link) => link.note_id)])
        parts.set(id, await readParts(tx, id));
      return parts;
    });
    return this.deps.collab.bodies.publish({
      parts: bodies.get(page.noteId) ?? [],
      path: page.path,
      origin: this.deps.origin,
      title: page.title,
      notes: links.map(({ note_id: id, title, slug: of }) => ({
        id,
        title,
        path: pathOf(of),
        parts: bodies.get(id) ?? null,
      })),
    });
  }
}

async function readParts(tx: Tx, noteId: string): Promise<Uint8Array[]> {
  const rows = await tx.query<{ payload: Buffer }>("SELECT payload FROM published_body($1)", [noteId]);
  return rows.map((row) => row.payload);
}
