import { randomBytes } from "node:crypto";
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
  if (url.pathname === "/drive/v3/files" && request.method === "POST") return create(google, asked);
  const exported = EXPORT.exec(url.pathname);
  const found = google.files.get((FILE.exec(url.pathname) ?? exported)?.[1] ?? "");
  if (!found) return refuse(asked, 404, "notFound");
  if (request.method === "DELETE") {
    google.files.delete(found.id);
    return Boolean(asked.response.writeHead(204).end());
  }
  if (exported) return exportAs(asked, found);
  if (url.searchParams.get("alt") === "media") return Boolean(asked.response.end(found.bytes));
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
  ...(mimeType.startsWith("application/vnd.google-apps.") ? {} : { size: String(bytes.length) }),
  modifiedTime: "2026-03-01T10:00:00.000Z",
  webViewLink: `https://docs.google.com/document/d/${id}/edit`,
  trashed,
});

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
