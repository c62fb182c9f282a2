import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What it answers instead of doing what it was asked, once. */
export type DavTrouble = { method: string; status?: number; cut?: boolean; flip?: boolean };

/** A WebDAV server (RFC 4918) with one account, whose files are kept in memory. */
export async function startWebdavServer() {
  const [username, password] = ["ann", "app-pässword"];
  const files = new Map<string, Buffer>();
  const folders = new Set(["/dav/ann/"]);
  const asked: { method: string; path: string; length: string | undefined }[] = [];
  const troubles: DavTrouble[] = [];
  const state = { username, password };
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
    const { status, cut, flip } = (trouble >= 0 && troubles.splice(trouble, 1)[0]) || {};
    if (status) return end(status);
    const parent = path.replace(/[^/]+\/?$/, "");
    if (method === "MKCOL") {
      if (folders.has(path)) return end(405);
      if (!folders.has(parent)) return end(409);
      folders.add(path);
      return end(201);
    }
    if (method === "PROPFIND") {
      if (!folders.has(path)) return end(404);
      const inside = [...files].filter(
        ([name]) => name.startsWith(path) && !name.slice(path.length).includes("/"),
      );
      return end(207, { "content-type": "application/xml" }, multistatus(path, inside));
    }
    if (method === "PUT") {
      if (!folders.has(parent)) return end(409);
      const kept = Buffer.from(body);
      if (flip) kept[kept.length - 1]! ^= 1;
      files.set(path, kept);
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

/** As Apache writes it: other prefixes than one's own, and properties that it does not have apart. */
const multistatus = (folder: string, files: [string, Buffer][]): string =>
  `<?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:"><D:response><D:href>${encoded(folder)}</D:href><D:propstat><D:prop><lp1:resourcetype xmlns:lp1="DAV:"><D:collection/></lp1:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat><D:propstat><D:prop><D:getcontentlength/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>${files
    .map(
      ([path, { length }]) =>
        `<D:response><D:href>${encoded(path)}</D:href><D:propstat><D:prop><lp1:resourcetype xmlns:lp1="DAV:"/><lp1:getcontentlength xmlns:lp1="DAV:">${length}</lp1:getcontentlength></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`,
    )
    .join("")}</D:multistatus>`;
