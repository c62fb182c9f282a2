import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { toAnswer, type Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { decodeCalendar } from "../ics/content-lines.ts";
import { OBJECT_BYTES_MAX } from "../ics/stored-object.ts";
import { createInFlight, readCounted } from "../platform/in-flight.ts";
import { authenticate } from "../tokens/authenticate.ts";
import { type Answer, missingAnswer, refusal, Refusal } from "./answer.ts";
import { collectionsOf } from "./collections.ts";
import { expectationOf, isCurrent } from "./conditions.ts";
import { createLoopBrake, type LoopBrake } from "./loops.ts";
import { type Address, readAddress, ROOT } from "./paths.ts";
import type { Client } from "./properties.ts";
import { propfind } from "./propfind.ts";
import { answerReport } from "./reports.ts";
import { changeCollection, makeCollection, put, remove, removeCollection } from "./write.ts";
import { caldav, dav, type Element, readXml, tag, UnreadableXml, XML_BYTES_MAX } from "./xml.ts";

const METHODS = ["GET", "HEAD", "PUT", "DELETE", "PROPFIND", "PROPPATCH", "REPORT", "MKCALENDAR", "MKCOL"];
const WRITING = new Set(["PUT", "DELETE", "PROPPATCH", "MKCALENDAR", "MKCOL"]);
const ALLOW = ["OPTIONS", ...METHODS].join(", ");
/** What of the protocols is spoken here. */
const COMPLIANCE = "1, 3, extended-mkcol, calendar-access";
/** Of one network address that are being received: whose they are is not known before. */
const RECEIVING_BYTES = 4 * XML_BYTES_MAX;

type Door = Services & {
  loops: LoopBrake;
  receive: (request: FastifyRequest, limit: number) => Promise<Buffer>;
};

/** Events and tasks by CalDAV (RFC 4791, RFC 6578): a door onto the functions of both, which owns nothing. See decision 101. */
export async function caldavHttp(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  for (const method of ["PROPFIND", "PROPPATCH", "REPORT", "MKCALENDAR", "MKCOL"])
    app.addHttpMethod(method, { hasBody: true });
  const door: Door = { ...services, loops: createLoopBrake(), receive: createReceiver() };
  for (const url of ["/.well-known/caldav", "/.well-known/caldav/"])
    app.route({
      method: ["OPTIONS", ...METHODS.filter((method) => method !== "HEAD")],
      url,
      handler: redirect,
    });
  for (const url of [ROOT, ROOT.slice(0, -1), `${ROOT}*`]) {
    app.route({ method: "OPTIONS", url, handler: async (_request, reply) => send(reply, { status: 200 }) });
    app.route({
      method: METHODS.filter((method) => method !== "HEAD"),
      url,
      bodyLimit: XML_BYTES_MAX,
      handler: async (request, reply) => send(reply, await answer(door, request)),
    });
  }
}

const redirect = async (_request: FastifyRequest, reply: FastifyReply) =>
  reply.status(301).header("location", ROOT).header("cache-control", "no-cache").send();

function send(reply: FastifyReply, { status, headers = {}, body }: Answer) {
  reply.status(status).header("dav", COMPLIANCE).header("allow", ALLOW);
  if (!("cache-control" in headers)) reply.header("cache-control", "private, no-store");
  return reply.headers(headers).send(body ?? "");
}

function createReceiver(): Door["receive"] {
  const inFlight = createInFlight({ perUser: RECEIVING_BYTES, inAll: Infinity, share: 0, shares: 0 });
  return async (request, limit) => {
    const tooLarge = () => new Failure("TOO_LARGE");
    if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge();
    const source = request.raw as AsyncIterable<Buffer>;
    const { bytes, release } = await readCounted(source, { inFlight, who: request.ip, limit, tooLarge });
    release();
    return bytes;
  };
}

async function answer(door: Door, request: FastifyRequest): Promise<Answer> {
  try {
    const client = await clientOf(door, request);
    return client ? await answerClient(door, request, client) : unauthorized();
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    if (error instanceof UnreadableXml) return refusal(400, "", error.message);
    const failure = toAnswer(error, request);
    return {
      ...refusal(failure.status, "", failure.message),
      headers: { "content-type": "application/xml; charset=utf-8", ...waitOf(failure) },
    };
  }
}

const waitOf = ({ code }: Failure): Record<string, string> => {
  if (code === "RATE_LIMITED") return { "retry-after": "900" };
  if (code === "UNAVAILABLE") return { "retry-after": "30" };
  return code === "TOO_LARGE" ? { connection: "close" } : {};
};

const unauthorized = (): Answer => ({
  ...refusal(401, "", "Sign in with an app password, which you make in Cairn's settings."),
  headers: {
    "content-type": "application/xml; charset=utf-8",
    "www-authenticate": 'Basic realm="Cairn", charset="UTF-8"',
  },
});

/** The user name is not looked at: the app password says whose it is. */
async function clientOf({ db }: Door, { headers, ip }: FastifyRequest): Promise<Client | null> {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? "") ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const [, secret] = /^[^:]*:(.*)$/s.exec(text) ?? [];
  if (secret === undefined) return null;
  const bearer = await authenticate(db, { secret, ip, userAgent: headers["user-agent"] });
  if (!bearer) return null;
  const canWrite = bearer.scopes.includes("calendar:write");
  return canWrite || bearer.scopes.includes("calendar:read") ? { userId: bearer.userId, canWrite } : null;
}

async function answerClient(door: Door, request: FastifyRequest, client: Client): Promise<Answer> {
  const address = readAddress(request.url);
  // What is another account's is not there.
  if (!address || ("userId" in address && address.userId !== client.userId)) return missingAnswer();
  if (WRITING.has(request.method) && !client.canWrite)
    return refusal(403, tag(dav("need-privileges")), "This app password may only read.");
  if (request.method === "PROPFIND") {
    const depth = request.headers["depth"];
    return propfind(door, client, address, {
      depth: typeof depth === "string" ? depth : undefined,
      request: await xmlOf(door, request),
    });
  }
  if (address.kind === "collection") return ofCollection(door, request, client, address);
  if (address.kind === "object") return ofObject(door, request, client, address);
  return request.method === "GET" || request.method === "HEAD" ? greeting() : notAllowed();
}

/** For people who open the address in a browser. */
const greeting = (): Answer => ({
  status: 200,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body: "Calendars and tasks for other programs, by CalDAV. Give this address to your calendar app.\n",
});

const notAllowed = (): Answer => refusal(405, "", "This can't be done here.");

async function xmlOf(door: Door, request: FastifyRequest): Promise<Element | null> {
  const bytes = await door.receive(request, XML_BYTES_MAX);
  return bytes.length === 0 ? null : readXml(decodeXml(bytes));
}

/** UTF-8, or UTF-16 with its mark. */
const decodeXml = (bytes: Buffer) =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8").decode(bytes);

const find = async (door: Door, client: Client, slug: string) =>
  (await collectionsOf(door, client.userId)).find((collection) => collection.slug === slug);

async function ofCollection(
  door: Door,
  request: FastifyRequest,
  client: Client,
  { slug }: Extract<Address, { kind: "collection" }>,
): Promise<Answer> {
  const { method } = request;
  const collection = await find(door, client, slug);
  if (method === "MKCALENDAR" || method === "MKCOL") {
    if (collection)
      return refusal(405, tag(dav("resource-must-be-null")), "There is a calendar at this address.");
    return makeCollection(door, client, slug, await xmlOf(door, request));
  }
  if (!collection) return missingAnswer();
  if (method === "GET" || method === "HEAD") return greeting();
  if (method === "DELETE") return removeCollection(door, client, collection);
  if (method !== "REPORT" && method !== "PROPPATCH") return notAllowed();
  const asked = await xmlOf(door, request);
  if (!asked) return refusal(400, "", "The request is empty.");
  return method === "REPORT"
    ? answerReport({ deps: door, client, collection }, asked)
    : changeCollection(door, client, collection, asked);
}

async function ofObject(
  door: Door,
  request: FastifyRequest,
  client: Client,
  { slug, name }: Extract<Address, { kind: "object" }>,
): Promise<Answer> {
  const collection = await find(door, client, slug);
  if (!collection)
    return request.method === "PUT" ? refusal(409, "", "There is no such calendar.") : missingAnswer();
  const { method, headers } = request;
  if (method === "GET" || method === "HEAD") {
    const [object] = await door.db.withUser(client.userId, async (tx) =>
      collection.write(tx, await collection.find(tx, (await collection.tokenOf(tx)).epoch, [name])),
    );
    if (!object) return missingAnswer();
    const about = {
      etag: object.etag,
      "content-type": "text/calendar; charset=utf-8",
      "cache-control": "private, no-cache",
    };
    return isCurrent(headers, object.etag)
      ? { status: 304, headers: about }
      : { status: 200, headers: about, body: object.text };
  }
  if (method !== "PUT" && method !== "DELETE") return notAllowed();
  const named = { client, collection, name, expect: expectationOf(headers) };
  if (method === "DELETE") return remove(named);
  const seconds = door.loops.hold(`${client.userId} ${slug} ${name}`);
  if (seconds > 0)
    return {
      ...refusal(429, "", "This was changed too often. Is a program sending it again and again?"),
      headers: { "content-type": "application/xml; charset=utf-8", "retry-after": String(seconds) },
    };
  const bytes = await receiveObject(door, request);
  return bytes === null
    ? refusal(403, tag(caldav("max-resource-size")), "An event or a task can be at most 512 KB.")
    : put(named, decodeCalendar(bytes));
}

async function receiveObject(door: Door, request: FastifyRequest): Promise<Buffer | null> {
  // Read in any case: who sends on after an answer hears nothing of it.
  const bytes = await door.receive(request, XML_BYTES_MAX);
  return bytes.length > OBJECT_BYTES_MAX ? null : bytes;
}
