import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

export const TokenScope = z
  .enum(["calendar:read", "calendar:write", "metrics:write"])
  .describe(
    "calendar: events and tasks by CalDAV; to write is to read, too. metrics: values to POST /api/metrics, nothing to read",
  );
export type TokenScope = z.infer<typeof TokenScope>;

export const Token = z
  .object({
    id: Id,
    name: z.string(),
    scopes: z.array(TokenScope),
    expiresAt: Instant.nullable().describe("null is until it is revoked"),
    lastUsedAt: Instant.nullable().describe("To the minute"),
    lastProgram: z.string().nullable().describe("What the program that used it last calls itself"),
    createdAt: Instant,
  })
  .describe("What a program signs in with instead of the password, for what its scopes allow");
export type Token = z.infer<typeof Token>;

/** Of an account. */
export const MOST_TOKENS = 50;

const name = text(100).pipe(z.string().trim().min(1));

/** Whoever holds a token needs no session, so an open, unwatched browser is not enough to make or end one. */
const confirmed = signedIn.errors(declares("REAUTHENTICATE"));

const operations = {
  list: signedIn
    .route({ method: "GET", path: "/tokens", summary: "App passwords, the newest first" })
    .input(z.object({}).optional())
    .output(z.object({ tokens: z.array(Token) })),

  create: confirmed
    .errors(declares("QUOTA_EXCEEDED"))
    .route({ method: "POST", path: "/tokens", summary: "Create an app password", successStatus: 201 })
    .input(
      z.object({
        name,
        scopes: z.array(TokenScope).min(1).max(10),
        expiresAt: Instant.nullable().optional().describe("Absent or null: it counts until it is revoked"),
      }),
    )
    .output(
      z.object({
        token: Token,
        secret: z.string().describe("The app password. Told once: it is not kept"),
        userName: z.string().describe("What programs ask for beside it"),
      }),
    ),

  rename: signedIn
    .route({ method: "PATCH", path: "/tokens/{tokenId}", summary: "Rename an app password" })
    .input(z.object({ tokenId: Id, name }))
    .output(Token),

  revoke: confirmed
    .route({
      method: "DELETE",
      path: "/tokens/{tokenId}",
      summary: "Revoke an app password: whatever uses it is refused from now on",
    })
    .input(z.object({ tokenId: Id }))
    .output(Done),
};

export const tokensNoun = defineNoun({ operations });
