import type { FastifyInstance, FastifyRequest } from "fastify";
import { MOST_AT_ONCE } from "#contract/drive.ts";
import { consumeAttempt, type Limit } from "../accounts/rate-limit.ts";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { callerOf } from "../tokens/caller.ts";
import { driveStatus, withDrive } from "./connection.ts";
import { GoogleFault } from "./google/google-fault.ts";
import { PICKER_PATH, pickerPage, pickerPolicy, pickerProgram, PROGRAM_PATH } from "./picker-page.ts";

const OPENED: Limit = { max: 60, windowMinutes: 10 };
const DRIVE_PAGE = "/app/drive";

/** The page with Google's picker: a document of its own, apart from the app. */
export async function driveHttp(app: FastifyInstance, services: Services): Promise<void> {
  app.get(PROGRAM_PATH, async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(pickerProgram(MOST_AT_ONCE)),
  );
  app.get(PICKER_PATH, async (request, reply) => {
    const session = await callerOf(services, request, "session");
    if (!session) throw new Failure("UNAUTHENTICATED");
    const given = isVisited(request) ? await givenFor(services, session.userId) : null;
    if (!given) return reply.redirect(DRIVE_PAGE);
    return (
      reply
        .type("text/html; charset=utf-8")
        .header("cache-control", "no-store")
        .header("content-security-policy", pickerPolicy(services.config.google))
        // Google asks who is signed in there in a window of its own, and checks for whose pages the API key counts.
        .header("cross-origin-opener-policy", "same-origin-allow-popups")
        .header("referrer-policy", "strict-origin-when-cross-origin")
        .send(pickerPage(given))
    );
  });
}

/** A token stands in it, so it is a page that a person opened, and nothing that a script or another site fetches. */
function isVisited({ headers }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  const dest = headers["sec-fetch-dest"];
  return (
    (site === undefined || site === "same-origin" || site === "none") &&
    (dest === undefined || dest === "document")
  );
}

/** Null where nothing can be chosen; the page of Google Drive says why. */
async function givenFor(services: Services, userId: string) {
  const { canPick, connection } = await driveStatus(services, userId);
  const { apiKey, client, pickerUrl } = services.config.google;
  if (!canPick || !client || apiKey === null || !connection) return null;
  await consumeAttempt(services.db.authPool, `drive-picker:${userId}`, OPENED);
  try {
    const token = await withDrive(services, userId, async (access) => access);
    // Google's number of the project stands at the beginning of its client IDs.
    return { token, apiKey, appId: client.id.split("-")[0]!, scriptUrl: pickerUrl.href };
  } catch (error) {
    if (error instanceof GoogleFault || error instanceof Failure) return null;
    throw error;
  }
}
