import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What it answers instead of doing what it was asked, once. */
export type DavTrouble = {
  method: string;
  status?: number;
  cut?: boolean;
  /** Cut where nothing tells how long the file is. */
  cutUncounted?: boolean;
  flip?: boolean;
  /** Takes the half of what is sent, as a disk does that is full. */
  half?: boolean;
  /** Takes what is sent, and the line breaks before it can say so. */
  unsaid?: boolean;
  /** Answers nothing at all. */
  silent?: boolean;
  /** Leads there. */
  to?: string;
  /** What becomes of a listing. */
  xml?: (listing: string) => string;
  /** Before the answer. */
  meanwhile?: () => void;
};

/** A WebDAV server (RFC 4918) with one account, whose files are kept in memory. */
export async function startWebdavServer() {
  const [username, password] = ["ann", "app-pässword"];
  const files = new Map<string, Buffer>();
  const folders = new Set(["/dav/ann/"]);
  const asked: { method: string; path: string; length: string | undefined }[] = [];
  const troubles: DavTrouble[] = [];
  const state = { username, password, hasEtags: true, hasTimes: true, isDeep: false };
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", headers } = request;
    const path = decodeURIComponent(new URL(request.url!, "http://x").pathname);
    asked.push({ method, path, length: headers["content-length"] });
    const body = await buffer(request);
    const end = (status: number, more: Record<string, string> = {}, bytes: Buffer | string = "") =>
      void response.writeHead(status, { "content-length": Buffer.byteLength(bytes), ...more }).end(bytes);
    const odd = oddAnswer(path);
    if (odd) return end(odd.status, odd.headers, odd.bytes);
    const given = Buffer.from(headers.authorization?.split(" ")[1] ?? "", "base64").toString();
    if (given !== `${state.username}:${state.password}`) return end(401, { "www-authenticate": "Basic" });
    const trouble = troubles.findIndex((one) => one.method === method);
    const asTold: DavTrouble | undefined = trouble >= 0 ? troubles.splice(trouble, 1)[0] : undefined;
    const { status, cut, flip, half, unsaid, silent, to: led, xml, meanwhile } = asTold ?? { method };
    meanwhile?.();
    if (silent) return;
    if (led) return end(302, { location: led });
    if (status) return end(status);
    const parent = path.replace(/[^/]+\/?$/, "");
    if (method === "MKCOL") {
      if (folders.has(path)) return end(405);
      if (!folders.has(parent)) return end(409);
      folders.add(path);
      return end(201);
    }
    if (method === "PROPFIND") {
      const folder = path.endsWith("/") ? path : `${path}/`;
      if (!folders.has(folder) && !files.has(path)) return end(404);
      const all = [...folders].map((name): [string, Buffer | null] => [name, null]).concat([...files]);
      const isAsked = (name: string) => {
        if (name === (files.has(path) ? path : folder)) return true;
        if (headers.depth === "0" && !state.isDeep) return false;
        return name.startsWith(folder) && (state.isDeep || !/\/./.test(name.slice(folder.length)));
      };
      const listing = multistatus(
        all.filter(([name]) => isAsked(name)),
        state,
      );
      return end(207, { "content-type": "application/xml" }, xml?.(listing) ?? listing);
    }
    if (method === "PUT") {
      if (!folders.has(parent)) return end(409);
      if (headers["if-none-match"] === "*" && files.has(path)) return end(412);
      const kept = Buffer.from(half ? body.subarray(0, body.length / 2) : body);
      if (flip) kept[kept.length - 1]! ^= 1;
      files.set(path, kept);
      if (unsaid) return void response.destroy();
      return end(201);
    }
    const file = files.get(path);
    if (!file) return end(404);
    if (method === "DELETE") {
      files.delete(path);
      return end(204);
    }
    if (method === "MOVE") {
      const to = decodeURIComponent(new URL(String(headers.destination)).pathname);
      files.delete(path);
      files.set(to, file);
      return end(201);
    }
    if (cut) {
      response.writeHead(200, { "content-length": file.length });
      response.write(file.subarray(0, file.length / 2));
      return void setTimeout(() => response.destroy(), 20);
    }
    if (asTold?.cutUncounted) {
      response.socket!.write("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n");
      return void response.socket!.end(file.subarray(0, file.length / 2));
    }
    const to = /^bytes=0-(\d+)$/.exec(headers.range ?? "")?.[1];
    return to ? end(206, {}, file.subarray(0, Number(to) + 1)) : end(200, {}, file);
  }

  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/dav/ann`,
    /** For EGRESS_ALLOW. */
    host: `127.0.0.1:${port}`,
    account: { username, password },
    files,
    folders,
    asked,
    troubles,
    state,
    close: () => new Promise((done) => server.close(done)),
  };
}

type OddAnswer = { status: number; headers: Record<string, string>; bytes: string };

/** Addresses beside the folder, of which none is one: a web site, one that asks to sign in, and where the folder was before. */
function oddAnswer(path: string): OddAnswer | null {
  const [, first = ""] = path.split("/");
  const to = (location: string) => ({ status: 301, headers: { location: encoded(location) }, bytes: "" });
  if (first === "site")
    return { status: 200, headers: { "content-type": "text/html" }, bytes: "<!doctype html><p>Welcome" };
  if (first === "sign-in") return to("/site/login");
  if (first === "digest")
    return { status: 401, headers: { "www-authenticate": 'Digest realm="nas", nonce="1"' }, bytes: "" };
  return first === "before" ? to(path.replace("/before/", "/dav/")) : null;
}

const encoded = (path: string) => path.split("/").map(encodeURIComponent).join("/");

type Told = { hasEtags: boolean; hasTimes: boolean };

/** As Apache writes it: other prefixes than one's own, and properties that it does not have apart. */
const multistatus = (entries: [string, Buffer | null][], told: Told): string =>
  `<?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:">${entries
    .map(([path, bytes]) => (bytes === null ? folderXml(path) : fileXml(path, bytes, told)))
    .join("")}</D:multistatus>`;

const folderXml = (path: string): string =>
  `<D:response><D:href>${encoded(path)}</D:href><D:propstat><D:prop><lp1:resourcetype xmlns:lp1="DAV:"><D:collection/></lp1:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat><D:propstat><D:prop><D:getcontentlength/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>`;

function fileXml(path: string, bytes: Buffer, { hasEtags, hasTimes }: Told): string {
  const hash = createHash("sha1").update(bytes).digest();
  const etag = hasEtags ? `<lp1:getetag>"${hash.toString("hex")}"</lp1:getetag>` : "";
  // Another time for other bytes.
  const at = new Date(Date.UTC(2026, 0, 1) + hash.readUInt32BE() * 1000).toUTCString();
  const modified = hasTimes ? `<lp1:getlastmodified>${at}</lp1:getlastmodified>` : "";
  return `<D:response><D:href>${encoded(path)}</D:href><D:propstat><D:prop xmlns:lp1="DAV:"><lp1:resourcetype/><lp1:getcontentlength>${bytes.length}</lp1:getcontentlength>${etag}${modified}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
}
