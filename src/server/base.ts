import {
  implement,
  type Implementer,
  type ImplementerInternalWithMiddlewares,
  ORPCError,
  type Router,
  ValidationError,
} from "@orpc/server";
import type { FastifyRequest } from "fastify";
import { type Contract, contract } from "#contract/index.ts";
import type { Accounts, CurrentSession } from "./accounts/accounts.ts";
import type { InvitationLinks } from "./calendar/invitations/links.ts";
import type { Collab } from "./collab/collab.ts";
import type { Contact } from "./contact/contact.ts";
import { type Database, isUnavailable, isUnstorable } from "./db/client.ts";
import { Failure, MalformedUpdateError, NewerNoteError, NoteNotFoundError } from "./failure.ts";
import type { RecordKind } from "#contract/changesets.ts";
import type { Changeable, ImportRowKinds } from "./feature.ts";
import type { Storage } from "./files/storage/storage.ts";
import type { Config } from "./platform/config.ts";
import type { Egress } from "./platform/egress/egress.ts";
import type { Logger } from "./platform/log.ts";
import type { Mailer } from "./platform/mail.ts";
import type { Monitor } from "./platform/monitor/monitor.ts";
import { storageFault, StorageUnavailableError } from "./platform/storage-fault.ts";
import type { UserSecrets } from "./platform/user-secrets.ts";
import type { PushKey } from "./reminders/web-push.ts";
import type { PagePasswords } from "./sharing/page-passwords.ts";
import type { Shares } from "./sharing/shares.ts";
import type { AnswerService } from "./ai/chat/answers.ts";
import type { OperatorTools } from "./ai/operator-tools/operator-tools.ts";
import type { ModelService } from "./ai/providers/models.ts";
import type { FeedService } from "./feeds/feeds.ts";
import type { WeatherService } from "./weather/weather.ts";

/** What the server is made of; built once in main.ts, handed to every operation. */
export type Services = {
  config: Config;
  log: Logger;
  db: Database;
  collab: Collab;
  accounts: Accounts;
  contact: Contact;
  storage: Storage;
  importRows: ImportRowKinds;
  /** What changesets can change. */
  changeables: Record<RecordKind, Changeable>;
  pagePasswords: PagePasswords;
  invitationLinks: InvitationLinks;
  shares: Shares;
  mailer: Mailer;
  /** Counts what this node does. */
  monitor: Monitor;
  /** The only way to other machines. */
  egress: Egress;
  pushKey: PushKey;
  weather: WeatherService;
  feeds: FeedService;
  /** Encrypts what people entrust to the server for other services. */
  secrets: UserSecrets;
  models: ModelService;
  /** Of servers that the operator set up. */
  operatorTools: OperatorTools;
  /** Of chat, as far as this node writes them. */
  answers: AnswerService;
};

/** What an operation knows of its request. */
export type Context = Services & {
  request: FastifyRequest;
  session: () => Promise<CurrentSession | null>;
  /** Adds Set-Cookie headers to the answer. */
  setCookies: (cookies: string[]) => void;
  /** Makes the browser forget what it has kept of answers: pictures are of whoever was signed in. */
  clearCache: () => void;
};

/** Operations for everyone. Written out, because the compiler refuses to write a type of this length down itself. */
export const open: Implementer<Contract, Context & Record<never, never>, Context> =
  implement(contract).$context<Context>();

/** Answers to every operation of the contract. */
export type Answers = Router<Contract, Context>;

type SignedInContext = Context & { userId: string; currentSession: CurrentSession };

/** Operations that need a session; the user's id comes from here and from nowhere else. */
export const signedIn: ImplementerInternalWithMiddlewares<
  Contract,
  Context & Record<never, never>,
  SignedInContext
> = open.use(async ({ context, next }) => {
  const session = await context.session();
  if (!session) throw new Failure("UNAUTHENTICATED");
  return next({ context: { userId: session.userId, currentSession: session } });
});

const BROKEN_DISK =
  "The server's disk reports errors, so this didn't work. Try again, and if it keeps failing, tell the server's administrator.";

/**
 * Turns whatever an operation threw into what the caller is told: a declared error as it is, bad input with the places
 * where it is bad, a missing database as "try again", and a bug as a request id to quote.
 */
export function toAnswer(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof NoteNotFoundError) return new Failure("NOT_FOUND");
  if (error instanceof NewerNoteError)
    return new Failure(
      "UNAVAILABLE",
      "This note was saved by a newer version of Cairn, and this version can't edit it safely. Finish the update and try again.",
    );
  if (error instanceof MalformedUpdateError) return new Failure("INVALID_INPUT");
  if (error instanceof ORPCError && error.cause instanceof ValidationError && error.code === "BAD_REQUEST") {
    const issues = error.cause.issues.map((issue) => ({ path: pathOf(issue.path), message: issue.message }));
    return new Failure("INVALID_INPUT", describeIssues(issues), { issues });
  }
  if (error instanceof ORPCError && error.status < 500) {
    return new Failure(error.code === "NOT_FOUND" ? "NOT_FOUND" : "INVALID_INPUT");
  }
  if (error instanceof StorageUnavailableError) {
    request.log.error({ err: error }, "the file storage could not be reached");
    return new Failure("UNAVAILABLE", "Can't reach the file storage. Try again in a moment.");
  }
  const fault = storageFault(error);
  if (fault) {
    request.log.error({ err: error }, `the disk is ${fault}`);
    return fault === "full" ? new Failure("STORAGE_FULL") : new Failure("UNAVAILABLE", BROKEN_DISK);
  }
  if (isUnavailable(error)) {
    request.log.warn({ err: error }, "the database could not be reached");
    return new Failure("UNAVAILABLE");
  }
  if (isUnstorable(error)) {
    request.log.warn({ err: error }, "the database could not hold a value");
    return new Failure("INVALID_INPUT");
  }
  request.log.error({ err: error }, "an operation failed unexpectedly");
  return new Failure("INTERNAL", `Something went wrong on our side (request ${request.id}).`, {
    requestId: request.id,
  });
}

/** For oRPC, which knows only its own errors. */
export function toOrpcError(failure: Failure): ORPCError<string, unknown> {
  return new ORPCError(failure.code, {
    status: failure.status,
    message: failure.message,
    data: failure.data,
  });
}

function pathOf(path: readonly unknown[] | undefined): string {
  return (path ?? [])
    .map((part) => (typeof part === "object" && part && "key" in part ? String(part.key) : String(part)))
    .join(".");
}

function describeIssues(issues: { path: string; message: string }[]): string {
  return issues
    .map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message))
    .join("; ")
    .slice(0, 500);
}
