import { create as contentDisposition } from "content-disposition";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Services } from "../../base.ts";
import { Failure } from "../../failure.ts";
import { isId } from "../../files/is-id.ts";
import { exportCalendar } from "./export-calendar.ts";

export const ICS_TYPE = "text/calendar; charset=utf-8";

type One = { Params: { calendarId: string } };

/** Calendars as iCalendar files, streamed, hence outside of oRPC. */
export async function calendarHttp(app: FastifyInstance, services: Services): Promise<void> {
  const { accounts, db } = services;

  async function userOf(request: FastifyRequest): Promise<string> {
    const session = await accounts.readSession(request.headers.cookie);
    if (!session) throw new Failure("UNAUTHENTICATED");
    return session.userId;
  }

  app.get<One>("/api/calendars/:calendarId/ics", async (request, reply) => {
    const userId = await userOf(request as FastifyRequest);
    const { calendarId } = request.params;
    if (!isId(calendarId)) throw new Failure("NOT_FOUND");
    const { name, file } = await exportCalendar(db, userId, calendarId);
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
