import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { MOST_COMMENT } from "#contract/attendees.ts";
import { consumeAttempt, type Limit } from "../../accounts/rate-limit.ts";
import type { Services } from "../../base.ts";
import { Failure } from "../../failure.ts";
import { networkOf } from "../../platform/network.ts";
import { answerInvitation, findInvitation, readInvitation, type Reply } from "./answer.ts";
import { hashOfToken, pathOfStop, pathOfToken } from "./links.ts";
import { timesToldTo } from "./plan-mails.ts";
import { allowMail, blockMail, isMailBlocked } from "./mail-blocks.ts";
import { INVITATION_POLICY, invitationPage, NO_INVITATION, OTHER_TIMES, stopPage, TOO_MANY } from "./page.ts";

const FORM = "application/x-www-form-urlencoded";
const FORM_MAX_BYTES = 8_192;
/** Of one invitation, and of one network, behind which a whole office may sit. */
const PER_INVITATION: Limit = { max: 20, windowMinutes: 60 };
const PER_NETWORK: Limit = { max: 100, windowMinutes: 15 };

type Asked = { Params: { token: string } };

/**
 * The pages that invited people answer on, without an account and without scripts. Reading one changes nothing: programs that look for
 * viruses open every link of a mail.
 */
export async function invitationsHttp(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(FORM, { parseAs: "string", bodyLimit: FORM_MAX_BYTES }, (_request, body, done) =>
    done(null, new URLSearchParams(body as string)),
  );
  addAnswers(app, services);
  addStops(app, services);
}

function addAnswers(app: FastifyInstance, services: Services): void {
  const { db } = services;
  app.get<Asked>("/invitations/:token", async (request, reply) => {
    const { token } = request.params;
    const found = await findInvitation(services, token);
    const shown = found && (await readInvitation(db, found));
    if (!shown) return html(reply.code(404), NO_INVITATION);
    return html(reply, invitationPage(shown, pathOfToken(token)));
  });

  app.post<Asked>("/invitations/:token", async (request, reply) => {
    const { token } = request.params;
    const found = await findInvitation(services, token);
    if (!found) return html(reply.code(404), NO_INVITATION);
    const answer = readReply(request.body);
    const isWithin = await counts(services, [
      [`invitation-answer:${networkOf(request.ip)}`, PER_NETWORK],
      [`invitation-answer:${hashOfToken(token)}`, PER_INVITATION],
    ]);
    const shown = await readInvitation(db, found);
    if (!shown) return html(reply.code(404), NO_INVITATION);
    const again = (code: number, problem: string) =>
      html(reply.code(code), invitationPage(shown, pathOfToken(token), problem));
    if (!isWithin) return again(429, TOO_MANY);
    if (!answer) return again(422, "Choose Yes, Maybe or No.");
    // Nobody says yes to a time that they have not seen.
    if (answer.times !== timesToldTo(shown.guests, shown.invitation.email)) return again(409, OTHER_TIMES);
    await answerInvitation(db, found, answer);
    return seeOther(reply, pathOfToken(token));
  });
}

function addStops(app: FastifyInstance, services: Services): void {
  const { invitationLinks } = services;
  app.get<Asked>("/invitations/stop/:token", async ({ params: { token } }, reply) => {
    const email = invitationLinks.readStopToken(token);
    if (email === null) return html(reply.code(404), NO_INVITATION);
    return html(reply, stopPage(email, pathOfStop(token), await isMailBlocked(services, email)));
  });

  app.post<Asked>("/invitations/stop/:token", async ({ params: { token }, body }, reply) => {
    const email = invitationLinks.readStopToken(token);
    if (email === null) return html(reply.code(404), NO_INVITATION);
    const asked = body instanceof URLSearchParams ? body.get("mails") : null;
    if (asked === "allow") await allowMail(services, email);
    // What mail programs send by themselves (RFC 8058) has no such field.
    else await blockMail(services, email);
    return seeOther(reply, pathOfStop(token));
  });
}

function readReply(body: FastifyRequest["body"]): Reply | null {
  if (!(body instanceof URLSearchParams)) return null;
  const status = body.get("answer");
  if (status !== "accepted" && status !== "tentative" && status !== "declined") return null;
  const comment = (body.get("comment") ?? "").replaceAll("\0", "").toWellFormed().trim();
  return { status, comment: comment.slice(0, MOST_COMMENT), times: body.get("times") ?? "" };
}

async function counts({ db }: Services, limits: [string, Limit][]): Promise<boolean> {
  try {
    for (const [key, limit] of limits) await consumeAttempt(db.authPool, key, limit);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === "RATE_LIMITED") return false;
    throw error;
  }
}

const seeOther = (reply: FastifyReply, path: string): FastifyReply =>
  reply.header("cache-control", "private, no-store").redirect(path, 303);

const html = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", INVITATION_POLICY)
    .header("cache-control", "private, no-store")
    .header("x-robots-tag", "noindex, nofollow")
    .send(page);
