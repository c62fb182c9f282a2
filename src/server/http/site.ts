import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** What the build writes where only the server knows the address. */
const ORIGIN = "__CAIRN_ORIGIN__";
const LANDING = "landing";
/** What search engines have no business in: the app, its accounts, and the doors of programs. */
const PRIVATE = ["/app", "/auth", "/setup", "/mobile", "/api", "/rpc", "/oauth", "/files", "/invitations"];

/** Of notes, whose owners asked for them to be found; asked anew each time, so that what is withdrawn is gone. */
export type PublishedPages = () => Promise<{ path: string; updatedAt: Date }[]>;

/** The pages while one develops, made by Vite from their sources. */
export type AddDevPages = (app: FastifyInstance, published: PublishedPages) => Promise<void>;

export type Site = { names: string[]; isOfApp: (path: string) => boolean };

/** The pages that the build made, kept in memory with the server's own address filled in; null before the first build. */
export async function addSite(
  app: FastifyInstance,
  webRoot: string,
  publicUrl: URL,
  published: PublishedPages,
): Promise<Site | null> {
  const folder = join(webRoot, "site");
  if (!existsSync(folder)) return null;
  const files = (await readdir(folder)).filter((name) => name.endsWith(".html"));
  const names = files.map((name) => name.slice(0, -".html".length));
  for (const name of names) {
    const html = await readFile(join(folder, `${name}.html`), "utf8");
    const answer = answerer(html.replaceAll(ORIGIN, publicUrl.origin));
    for (const path of pathsOf(name)) app.get(path, answer);
  }
  addSiteAddresses(app, names, publicUrl, published);
  const segments = new Set(JSON.parse(await readFile(join(folder, "app-segments.json"), "utf8")) as string[]);
  return { names, isOfApp: (path) => segments.has(path.split("/")[1] ?? "") };
}

const pathsOf = (name: string) => (name === LANDING ? ["/", `/public/${name}`] : [`/public/${name}`]);

/** Short forms, and what search engines read. */
export function addSiteAddresses(
  app: FastifyInstance,
  names: string[],
  { origin }: URL,
  published: PublishedPages,
): void {
  for (const name of names)
    app.get(`/${name}`, async (request, reply) => {
      const query = request.url.indexOf("?");
      return reply.redirect(`/public/${name}${query < 0 ? "" : request.url.slice(query)}`, 302);
    });
  const urls = names.map((name) => `  <url><loc>${origin}${pathsOf(name)[0]}</loc></url>\n`).join("");
  app.get("/sitemap.xml", async (_request, reply) => {
    const pages = (await published()).map(
      ({ path, updatedAt }) =>
        `  <url><loc>${origin}${path}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>\n`,
    );
    const map = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}${pages.join("")}</urlset>\n`;
    return reply.type("application/xml; charset=utf-8").header("cache-control", "no-cache").send(map);
  });
  const robots = `User-agent: *\n${PRIVATE.map((path) => `Disallow: ${path}\n`).join("")}\nSitemap: ${origin}/sitemap.xml\n`;
  app.get("/robots.txt", async (_request, reply) => reply.type("text/plain; charset=utf-8").send(robots));
}

type Form = { bytes: Buffer; headers: Record<string, string> };

/** Compresses a page when it is first asked for in that form, so that the start waits for none of it. */
function answerer(html: string) {
  const plain = Buffer.from(html);
  const etag = createHash("sha256").update(plain).digest("base64url").slice(0, 20);
  const forms = new Map<string, Promise<Form>>();
  const formOf = (encoding: string): Promise<Form> => {
    let form = forms.get(encoding);
    if (!form)
      forms.set(encoding, (form = compress(plain, encoding).then((bytes) => toForm(bytes, encoding, etag))));
    return form;
  };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { bytes, headers } = await formOf(encodingFor(request.headers["accept-encoding"] ?? ""));
    reply.headers(headers);
    if (request.headers["if-none-match"]?.includes(headers["etag"]!)) return reply.code(304).send();
    return reply.send(bytes);
  };
}

const ENCODINGS = ["br", "gzip"].map((name) => ({ name, taken: new RegExp(`\\b${name}\\b(?!;q=0(?!\\.))`) }));

/** The smallest that there is of what a browser takes; "" for none. */
export function encodingFor(accepted: string, present: readonly string[] = ["br", "gzip"]): string {
  return ENCODINGS.find(({ name, taken }) => present.includes(name) && taken.test(accepted))?.name ?? "";
}

async function compress(bytes: Buffer, encoding: string): Promise<Buffer> {
  if (encoding === "br")
    return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return encoding === "gzip" ? promisify(gzip)(bytes, { level: 9 }) : bytes;
}

function toForm(bytes: Buffer, encoding: string, etag: string): Form {
  const headers: Record<string, string> = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    vary: "accept-encoding",
    etag: `"${etag}${encoding && `-${encoding}`}"`,
    "content-length": String(bytes.length),
  };
  if (encoding) headers["content-encoding"] = encoding;
  return { bytes, headers };
}
