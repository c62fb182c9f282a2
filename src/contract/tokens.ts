import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

export const TokenScope = z
  .enum([
    "calendar:read",
    "calendar:write",
    "metrics:write",
    "mcp:read",
    "mcp:propose",
    "api:read",
    "api:write",
  ])
  .describe(
    "api: the operations described here, by Authorization: Bearer; api:read those that only read, api:write the others, too; accounts, security, app passwords, sharing and keys stay closed. calendar: events and tasks by CalDAV; to write is to read, too. metrics: values to POST /api/metrics, nothing to read. mcp: tools for AI programs at /mcp, within the AI fences for models elsewhere; to propose is to read, too, and what is proposed waits for approval",
  );
export type TokenScope = z.infer<typeof TokenScope>;

export const Token = z
  .object({
    id: Id,
    name: z.string(),
    scopes: z.array(TokenScope),
    isConnected: z
      .boolean()
      .describe(
        "A program that was connected on a page of Cairn (OAuth); it holds keys that change by themselves",
      ),
    expiresAt: Instant.nullable().describe("null is until it is revoked"),
    lastUsedAt: Instant.nullable().describe("To the minute"),
    lastProgram: z.string().nullable().describe("What the program that used it last calls itself"),
    createdAt: Instant,
  })
  .describe("What a program signs in with instead of the password, for what its scopes allow");
export type Token = z.infer<typeof Token>;

const word = z.string().min(1).max(500);
/** What a program asks for in the address of the consent page (OAuth 2.1). */
const AuthorizationRequest = z.object({
  clientId: word,
  redirectUri: word,
  responseType: word,
  codeChallenge: word,
  codeChallengeMethod: word,
  scope: z.string().max(500).optional(),
  state: z.string().max(2_000).optional(),
  resource: z.string().max(500).optional(),
});
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>;

const Authorization = z.object({
  program: z.string().describe("What the program calls itself: nobody has checked it"),
  site: z.string().nullable().describe("The host that vouches for it; null for one that registered itself"),
  returnsTo: z.string().describe("The host that its owner is sent back to"),
  isOnDevice: z.boolean().describe("That is this device itself"),
  mayPropose: z.boolean().describe("It asks to propose changes, too"),
  refusalUrl: z.string().describe("Where the page goes to say no"),
});
export type Authorization = z.infer<typeof Authorization>;

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

  authorization: signedIn
    .route({
      method: "GET",
      path: "/tokens/authorization",
      summary: "What a program asks for that wants to be connected",
    })
    .input(AuthorizationRequest)
    .output(Authorization),

  authorize: confirmed
    .errors(declares("QUOTA_EXCEEDED"))
    .route({ method: "POST", path: "/tokens/authorization", summary: "Connect a program that asks for it" })
    .input(AuthorizationRequest.extend({ mayPropose: z.boolean() }))
    .output(
      z.object({ url: z.string().describe("Where the page goes: back to the program, with its code") }),
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
