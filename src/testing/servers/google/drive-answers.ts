import { createHash, randomBytes } from "node:crypto";
import { type Asked, type DriveEntry, type GoogleServer, refuse, tell } from "./protocol.ts";

type Session = { id: string | null; head: Partial<DriveEntry>; bytes: Buffer; length: number; type: string };
const sessions = new WeakMap<GoogleServer, Map<string, Session>>();

const FILE = /^\/drive\/v3\/files\/([\w-]+)$/;
const EXPORT = /^\/drive\/v3\/files\/([\w-]+)\/export$/;
const UPLOAD = /^\/upload\/drive\/v3\/files(?:\/([\w-]+))?$/;

/** @returns whether it was asked for */
export function answerDrive(google: GoogleServer, asked: Asked): boolean {
  const { url, request } = asked;
  if (!/^\/(?:upload\/)?drive\/v3\//.test(url.pathname)) return false;
  if (!isAllowed(google, request.headers.authorization)) return refuse(asked, 401, "authError");
  const session = url.searchParams.get("upload_id");
  if (session !== null) return takeBytes(google, asked, session);
  const uploaded = UPLOAD.exec(url.pathname);
  if (uploaded) return beginUpload(google, asked, uploaded[1] ?? null);
  if (url.pathname === "/drive/v3/about")
    return tell(asked, { user: { emailAddress: google.account.email } });
  if (url.pathname === "/drive/v3/files")
    return request.method === "POST" ? create(google, asked) : list(google, asked);
  const exported = EXPORT.exec(url.pathname);
  const found = google.files.get((FILE.exec(url.pathname) ?? exported)?.[1] ?? "");
  if (!found) return refuse(asked, 404, "notFound");
  if (request.method === "DELETE") {
    google.files.delete(found.id);
    return Boolean(asked.response.writeHead(204).end());
  }
  if (request.method === "PATCH") {
    const { appProperties } = JSON.parse(asked.body.toString()) as Partial<DriveEntry>;
    found.appProperties = { ...found.appProperties, ...appProperties };
    return tell(asked, shown(found));
  }
  if (exported) return exportAs(asked, found);
  if (url.searchParams.get("alt") === "media") return sendRange(asked, found.bytes);
  return tell(asked, shown(found));
}

function isAllowed(google: GoogleServer, authorization = ""): boolean {
  const known = google.access.get(authorization.replace(/^Bearer /, ""));
  return known !== undefined && known.until > Date.now() && google.grants.has(known.refresh);
}

const shown = ({ id, name, mimeType, bytes, version, trashed }: DriveEntry) => ({
  id,
  name,
  mimeType,
  version: String(version),
  ...(mimeType.startsWith("application/vnd.google-apps.")
    ? {}
    : { size: String(bytes.length), md5Checksum: createHash("md5").update(bytes).digest("hex") }),
  modifiedTime: "2026-03-01T10:00:00.000Z",
  webViewLink: `https://docs.google.com/document/d/${id}/edit`,
  trashed,
});

const MARKED = /^appProperties has \{ key='(\w+)' and value='([\w-]+)' \} and trashed = false$/;

/** In pages of three, whatever was asked for. */
function list(google: GoogleServer, asked: Asked): boolean {
  const { searchParams } = asked.url;
  const [, key = "", value] = MARKED.exec(searchParams.get("q") ?? "") ?? [];
  const files = [...google.files.values()].filter(
    ({ appProperties, trashed }) => !trashed && value !== undefined && appProperties?.[key] === value,
  );
  const from = Number(searchParams.get("pageToken") ?? 0);
  const page = files.slice(from, from + 3).map(shown);
  const more = from + 3 < files.length ? { nextPageToken: String(from + 3) } : {};
  return tell(asked, { files: page, ...more });
}

function sendRange({ request, response }: Asked, bytes: Buffer): boolean {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  if (first === undefined) return Boolean(response.end(bytes));
  return Boolean(response.writeHead(206).end(bytes.subarray(Number(first), Number(last) + 1)));
}

function exportAs(asked: Asked, found: DriveEntry): boolean {
  const bytes = found.exports[asked.url.searchParams.get("mimeType") ?? ""];
  if (!bytes) return refuse(asked, 400, "badRequest");
  if (bytes.length > 10_000_000) return refuse(asked, 403, "exportSizeLimitExceeded");
  return Boolean(asked.response.end(bytes));
}

function create(google: GoogleServer, asked: Asked): true {
  return tell(asked, shown(google.add(JSON.parse(asked.body.toString()) as DriveEntry)));
}

function beginUpload(google: GoogleServer, asked: Asked, id: string | null): true {
  const { request, body, url } = asked;
  if (id !== null && !google.files.has(id)) return refuse(asked, 404, "notFound");
  const key = randomBytes(8).toString("hex");
  const kept = sessions.get(google) ?? new Map<string, Session>();
  const length = Number(request.headers["x-upload-content-length"]);
  const type = String(request.headers["x-upload-content-type"]);
  const head = JSON.parse(body.toString()) as Partial<DriveEntry>;
  sessions.set(google, kept.set(key, { id, head, bytes: Buffer.alloc(0), length, type }));
  return tell(asked, {}, { location: `${url.origin}${url.pathname}?uploadType=resumable&upload_id=${key}` });
}

/** Bytes, or the question how many there are. */
function takeBytes(google: GoogleServer, asked: Asked, key: string): true {
  const { request, response, body } = asked;
  const session = sessions.get(google)?.get(key);
  if (!session) return refuse(asked, 404, "notFound");
  const range = request.headers["content-range"];
  const cut = google.troubles.find(
    ({ on, cutAfter }) => cutAfter !== undefined && on.test(`PUT ${request.url}`),
  );
  if (range?.startsWith("bytes */") !== true) {
    const from = Number(/^bytes (\d+)-/.exec(range ?? "")?.[1] ?? 0);
    if (from !== session.bytes.length) return refuse(asked, 400, "badRequest");
    session.bytes = Buffer.concat([session.bytes, cut ? body.subarray(0, cut.cutAfter) : body]);
    if (cut) {
      google.troubles.splice(google.troubles.indexOf(cut), 1);
      response.destroy();
      return true;
    }
  }
  if (session.bytes.length < session.length) {
    const reached = session.bytes.length > 0 ? { range: `bytes=0-${session.bytes.length - 1}` } : {};
    response.writeHead(308, reached).end();
    return true;
  }
  sessions.get(google)!.delete(key);
  const damage = google.troubles.findIndex(
    ({ on, isDamaging }) => isDamaging && on.test(`PUT ${request.url}`),
  );
  if (damage >= 0) {
    google.troubles.splice(damage, 1);
    session.bytes[session.bytes.length >> 1]! ^= 1;
  }
  return tell(asked, shown(store(google, session)));
}

/** What is converted is kept as it came, to be looked at. */
function store(google: GoogleServer, { id, head, bytes, type }: Session): DriveEntry {
  const before = id === null ? undefined : google.files.get(id);
  const whole = {
    ...before,
    ...head,
    bytes,
    exports: { [type]: bytes },
    version: (before?.version ?? 0) + 1,
  };
  return google.add(whole as DriveEntry);
}
