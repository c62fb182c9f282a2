import { create as contentDisposition } from "content-disposition";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Access } from "#contract/token-access.ts";
import type { Services } from "../../base.ts";
import { Failure } from "../../failure.ts";
import { callerOf } from "../../tokens/caller.ts";
import { isId } from "../../files/is-id.ts";
import { CALENDAR_BYTES_MAX } from "../../ics/read-calendar.ts";
import { countedStream, createInFlight } from "../../platform/in-flight.ts";
import { exportCalendar } from "./export-calendar.ts";
import { findFeed } from "./feeds.ts";
import { importCalendarFile, readTarget } from "./import-calendar.ts";

const ICS_TYPE = "text/calendar; charset=utf-8";
/** Of one account that are being received or put in. */
const RECEIVING_BYTES = 3 * CALENDAR_BYTES_MAX;

type Sent = { Querystring: { calendarId?: unknown; name?: unknown } };
type Private = { Params: { file: string } };
type One = { Params: { calendarId: string } };

/** Calendars as iCalendar files, streamed, hence outside of oRPC. */
export async function calendarHttp(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  addExport(app, services);
  addImport(app, services);
  addFeed(app, services);
}

async function userOf(services: Services, request: FastifyRequest, access: Access): Promise<string> {
  const session = await callerOf(services, request, access);
  if (!session) throw new Failure("UNAUTHENTICATED");
  return session.userId;
}

function addExport(app: FastifyInstance, services: Services): void {
  app.get<One>("/api/calendars/:calendarId/ics", async (request, reply) => {
    const userId = await userOf(services, request as FastifyRequest, "read");
    const { calendarId } = request.params;
    if (!isId(calendarId)) throw new Failure("NOT_FOUND");
    const { name, file } = await exportCalendar(services.db, userId, calendarId);
    return reply
      .header("content-type", ICS_TYPE)
      .header("content-disposition", contentDisposition(fileName(name)))
      .header("cache-control", "no-store")
      .send(file);
  });
}

const fileName = (name: string) =>
  `${
    name
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}/\\]+/gu, " ")
      .trim() || "calendar"
  }.ics`;

function addImport(app: FastifyInstance, services: Services): void {
  const { collab, db, invitationLinks } = services;
  const inFlight = createInFlight({ perUser: RECEIVING_BYTES, inAll: Infinity, share: 0, shares: 0 });
  app.post<Sent>("/api/calendars/import", async (request, reply) => {
    const userId = await userOf(services, request as FastifyRequest, "write");
    const target = readTarget(request.query);
    if (Number(request.headers["content-length"] ?? 0) > CALENDAR_BYTES_MAX) throw tooLarge();
    const { bytes, release } = countedStream(request.raw as AsyncIterable<Buffer>, {
      inFlight,
      who: userId,
      limit: CALENDAR_BYTES_MAX,
      tooLarge,
    });
    try {
      return await reply.send(
        await importCalendarFile({ db, collab, invitationLinks }, userId, target, bytes),
      );
    } finally {
      release();
    }
  });
}

const tooLarge = () =>
  new Failure(
    "TOO_LARGE",
    "A calendar file can be at most 10 MB. Export fewer years of the calendar at a time.",
  );

function addFeed(app: FastifyInstance, { db }: Services): void {
  app.get<Private>("/feeds/:file", async (request, reply) => {
    const [, secret = ""] = /^(.*)\.ics$/.exec(request.params.file) ?? [];
    const feed = await findFeed(db, secret);
    reply.header("cache-control", "private, no-store").header("x-robots-tag", "noindex, nofollow");
    if (!feed) throw new Failure("NOT_FOUND");
    reply.header("etag", feed.etag);
    if (isKnown(request.headers["if-none-match"], feed.etag)) return reply.status(304).send();
    return reply.header("content-type", ICS_TYPE).send(feed.open());
  });
}

/** A proxy that compresses what it passes on calls it weak. */
const isKnown = (header: string | undefined, etag: string) =>
  (header ?? "").split(",").some((known) => known.trim().replace(/^W\//, "") === etag);
