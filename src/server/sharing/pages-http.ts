import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { SLUG_FORM, SLUG_MAX } from "#contract/shared/slug.ts";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { sendFile } from "../files/http.ts";
import { isId } from "../files/is-id.ts";
import { feedXml } from "./feed-xml.ts";
import { FONTS, NO_PAGE, PAGE_POLICY, passwordPage, readingPage, TOO_MANY_TRIES } from "./page-html.ts";
import { PublishedNotes, type PublishedPage } from "./published-notes.ts";

const FORM = "application/x-www-form-urlencoded";
const FORM_MAX_BYTES = 4_096;
/** Kept nowhere without asking here first: what is revoked is gone at once. */
const ASK_FIRST = "no-cache, must-revalidate";
const KEEP_A_YEAR = "public, max-age=31536000";
const KEEP_NOWHERE = "private, no-store";

/** The letters of the product itself. Others come from the reader's device. */
const FONT_FILES = ["latin", "latin-ext", "cyrillic"].map((letters) => `inter-${letters}-wght-normal.woff2`);

type Asked = { Params: { slug: string; fileId: string; variant?: string } };

/** The pages that notes are published on: HTML from the server, without scripts, for people without an account. */
export async function pagesHttp(app: FastifyInstance, services: Services): Promise<void> {
  const { config, db, collab, storage, pagePasswords } = services;
  const { origin } = config.publicUrl;
  const pages = new Pages(new PublishedNotes({ db, collab, storage, origin }), pagePasswords, origin);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(FORM, { parseAs: "string", bodyLimit: FORM_MAX_BYTES }, (_request, body, done) =>
    done(null, new URLSearchParams(body as string)),
  );
  app.get<Asked>("/p/:slug", (request, reply) => pages.show(request, reply));
  app.post<Asked>("/p/:slug", (request, reply) => pages.open(request, reply));
  for (const name of FONT_FILES)
    app.get(`${FONTS}/${name}`, async (_request, reply) =>
      reply
        .type("font/woff2")
        .header("cache-control", KEEP_A_YEAR)
        .send(await readFile(fileURLToPath(import.meta.resolve(`@fontsource-variable/inter/files/${name}`)))),
    );
  app.get<Asked>("/p/:slug/feed.xml", (request, reply) => pages.sendFeed(request, reply));
  app.get<Asked>("/p/:slug/files/:fileId/:variant?", (request, reply) => pages.sendFile(request, reply));
}

class Pages {
  private readonly notes: PublishedNotes;
  private readonly passwords: Services["pagePasswords"];
  private readonly origin: string;

  constructor(notes: PublishedNotes, passwords: Services["pagePasswords"], origin: string) {
    this.notes = notes;
    this.passwords = passwords;
    this.origin = origin;
  }

  async show(request: FastifyRequest<Asked>, reply: FastifyReply): Promise<FastifyReply> {
    const page = await this.find(request);
    if (!page) return noPage(reply);
    if (!this.isOpen(page, request)) return html(reply, passwordPage(page.path, null));
    const body = await this.notes.read(page, request.params.slug);
    const isIndexed = page.isIndexed && page.passwordHash === null;
    if (!isIndexed) reply.header("x-robots-tag", "noindex, nofollow");
    const { origin } = this;
    const shown = readingPage({ ...page, ...body, origin, url: origin + page.path, isIndexed });
    if (page.passwordHash !== null) return html(reply, shown);
    const etag = `"${createHash("sha256").update(shown).digest("base64url").slice(0, 24)}"`;
    // What a browser is told with a 304 it takes for the page it has: the policy has to come along.
    reply.header("etag", etag).header("content-security-policy", PAGE_POLICY);
    if (request.headers["if-none-match"] === etag)
      return reply.code(304).header("cache-control", ASK_FIRST).send();
    return html(reply, shown, ASK_FIRST);
  }

  /** RSS of the author's pages, where this one may lead to them. */
  async sendFeed(request: FastifyRequest<Asked>, reply: FastifyReply): Promise<FastifyReply> {
    const page = await this.find(request);
    const entries = page ? await this.notes.feed(request.params.slug) : [];
    if (!page || entries.length === 0) return noPage(reply);
    return reply
      .type("application/rss+xml; charset=utf-8")
      .header("cache-control", ASK_FIRST)
      .send(feedXml(entries, { origin: this.origin, path: page.path }));
  }

  /** With the password that was typed. */
  async open(request: FastifyRequest<Asked>, reply: FastifyReply): Promise<FastifyReply> {
    const page = await this.find(request);
    if (!page) return noPage(reply);
    const lock = lockOf(page);
    const password = request.body instanceof URLSearchParams ? (request.body.get("password") ?? "") : "";
    if (lock === null) return reply.redirect(page.path, 303);
    try {
      const cookie = await this.passwords.open(lock, page.path, request.ip, password.slice(0, 200));
      if (cookie) return reply.header("set-cookie", cookie).redirect(page.path, 303);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "RATE_LIMITED") throw error;
      return html(reply.code(429), passwordPage(page.path, TOO_MANY_TRIES));
    }
    return html(reply, passwordPage(page.path, "That is not the password of this page."));
  }

  async sendFile(request: FastifyRequest<Asked>, reply: FastifyReply): Promise<FastifyReply> {
    const { slug, fileId } = request.params;
    const variant = request.params.variant === "original" ? "original" : "display";
    const isAsked = isId(fileId) && (request.params.variant ?? variant) === variant;
    const page = isAsked ? await this.find(request) : null;
    const isShown = page && this.isOpen(page, request);
    const file = isShown ? await this.notes.openFile(page, slug, fileId, variant) : null;
    if (!page || !file) return noPage(reply);
    const isForAll = page.passwordHash === null;
    reply
      .header("x-robots-tag", "noindex")
      // Previews on other sites show the picture.
      .header("cross-origin-resource-policy", isForAll ? "cross-origin" : "same-origin");
    const etag = `"${fileId.toLowerCase()}.${variant}"`;
    return sendFile(request, reply, file, etag, isForAll ? ASK_FIRST : KEEP_NOWHERE);
  }

  private async find({ params: { slug } }: FastifyRequest<Asked>): Promise<PublishedPage | null> {
    return slug.length <= SLUG_MAX && SLUG_FORM.test(slug) ? this.notes.find(slug) : null;
  }

  private isOpen(page: PublishedPage, { headers }: FastifyRequest<Asked>): boolean {
    const lock = lockOf(page);
    return lock === null || this.passwords.isOpen(lock, headers.cookie);
  }
}

const lockOf = ({ noteId, passwordHash }: PublishedPage) =>
  passwordHash === null ? null : { noteId, passwordHash };

function html(reply: FastifyReply, page: string, cacheControl = KEEP_NOWHERE): FastifyReply {
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", PAGE_POLICY)
    .header("cache-control", cacheControl)
    .send(page);
}

const noPage = (reply: FastifyReply): FastifyReply =>
  html(reply.code(404).header("x-robots-tag", "noindex, nofollow"), NO_PAGE);
