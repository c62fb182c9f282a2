import { z } from "zod";
import { Session } from "./accounts.ts";
import { declares, Done, Id, Instant, open, signedIn, text } from "./shared/base.ts";

const email = z.string().trim().toLowerCase().pipe(z.email().max(254));
const password = z.string().max(1000);
const code = text(40).describe("Six digits of the authenticator app, or a backup code");

/** What a browser's WebAuthn answers or is asked, in the JSON form of the standard. */
const Credential = z
  .looseObject({ id: text(2000), type: z.string().max(40), response: z.looseObject({}) })
  .describe("RegistrationResponseJSON or AuthenticationResponseJSON of WebAuthn");
const CredentialOptions = z
  .looseObject({ challenge: z.string() })
  .describe("Options of WebAuthn in their JSON form; the challenge counts for five minutes and once");

export const SessionEntry = z.object({
  id: Id,
  device: z.string().describe("Browser and system, in words"),
  isMobile: z.boolean(),
  address: z.string().nullable(),
  lastActiveAt: Instant,
  createdAt: Instant,
  isCurrent: z.boolean(),
});
export type SessionEntry = z.infer<typeof SessionEntry>;

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  worksAt: z.string().describe("The host it was made for; a browser offers it there only"),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** Operations that an open, unwatched browser must not be enough for. */
const confirmed = signedIn.errors(declares("REAUTHENTICATE"));

export const security = {
  reauthenticate: signedIn
    .errors(declares("INVALID_CREDENTIALS", "INVALID_CODE", "PASSKEY_REFUSED"))
    .route({
      method: "POST",
      path: "/security/reauthenticate",
      summary: "Prove again who you are; opens the operations that answer REAUTHENTICATE for ten minutes",
    })
    .input(
      z.object({
        password: password.optional(),
        code: code.optional(),
        passkey: Credential.optional(),
      }),
    )
    .output(z.object({ until: Instant })),

  status: signedIn
    .route({ method: "GET", path: "/security", summary: "How this account is protected" })
    .input(z.object({}).optional())
    .output(
      z.object({
        email: z.string(),
        isEmailVerified: z.boolean(),
        pendingEmail: z.string().nullable().describe("A new address whose link was not opened yet"),
        hasMailServer: z.boolean().describe("Without one, mails are files on the server"),
        hasTotp: z.boolean(),
        backupCodesLeft: z.int(),
        passkeys: z.array(Passkey),
        confirmedUntil: Instant.nullable().describe("Until when dangerous operations need no new proof"),
      }),
    ),

  sessions: signedIn
    .route({ method: "GET", path: "/security/sessions", summary: "Where you are signed in" })
    .input(z.object({}).optional())
    .output(z.object({ sessions: z.array(SessionEntry) })),

  revokeSession: confirmed
    .route({ method: "DELETE", path: "/security/sessions/{sessionId}", summary: "Sign one device out" })
    .input(z.object({ sessionId: Id }))
    .output(Done),

  revokeOtherSessions: confirmed
    .route({ method: "POST", path: "/security/sessions/revoke-others", summary: "Sign all others out" })
    .input(z.object({}))
    .output(z.object({ count: z.int() })),

  changePassword: signedIn
    .errors(declares("INVALID_CREDENTIALS", "PASSWORD_TOO_SHORT"))
    .route({
      method: "POST",
      path: "/security/password",
      summary: "Change the password; ends all other sessions",
    })
    .input(z.object({ currentPassword: password, newPassword: password }))
    .output(Done),

  changeEmail: confirmed
    .route({
      method: "POST",
      path: "/security/email",
      summary: "Mail a link to a new address; the account changes once it is opened",
    })
    .input(z.object({ email }))
    .output(Done),

  cancelEmailChange: signedIn
    .route({ method: "DELETE", path: "/security/email", summary: "Forget a new address that waits" })
    .input(z.object({}).optional())
    .output(Done),

  confirmEmail: open
    .errors(declares("INVALID_TOKEN"))
    .route({ method: "POST", path: "/security/email/confirm", summary: "Take over the new address" })
    .input(z.object({ token: text(500) }))
    .output(z.object({ email: z.string() })),

  setUpTotp: confirmed
    .errors(declares("CONFLICT"))
    .route({
      method: "POST",
      path: "/security/totp",
      summary: "Begin with an authenticator app; counts once confirmed",
    })
    .input(z.object({}))
    .output(z.object({ secret: z.string().describe("Base32"), uri: z.string().describe("otpauth://") })),

  confirmTotp: confirmed
    .errors(declares("INVALID_CODE"))
    .route({ method: "POST", path: "/security/totp/confirm", summary: "Turn it on by a first code" })
    .input(z.object({ code }))
    .output(z.object({ backupCodes: z.array(z.string()).describe("Shown this once") })),

  disableTotp: confirmed
    .route({ method: "DELETE", path: "/security/totp", summary: "Turn the authenticator app off" })
    .input(z.object({}).optional())
    .output(Done),

  renewBackupCodes: confirmed
    .errors(declares("CONFLICT"))
    .route({ method: "POST", path: "/security/totp/backup-codes", summary: "New backup codes; ends the old" })
    .input(z.object({}))
    .output(z.object({ backupCodes: z.array(z.string()) })),

  loginSecondFactor: open
    .errors(declares("INVALID_CODE", "INVALID_TOKEN"))
    .route({
      method: "POST",
      path: "/security/second-factor",
      summary: "Finish a sign-in that asked for a code; sets the session cookie",
    })
    .input(z.object({ challenge: text(200), code }))
    .output(z.object({ session: Session })),

  passkeyOptions: open
    .errors(declares("PASSKEY_REFUSED"))
    .route({
      method: "POST",
      path: "/security/passkeys/options",
      summary: "What to ask a passkey, to sign in or to prove who you are",
    })
    .input(z.object({}))
    .output(CredentialOptions),

  loginPasskey: open
    .errors(declares("PASSKEY_REFUSED", "EMAIL_NOT_VERIFIED"))
    .route({
      method: "POST",
      path: "/security/passkeys/login",
      summary: "Sign in with a passkey; sets the session cookie",
    })
    .input(z.object({ passkey: Credential }))
    .output(z.object({ session: Session })),

  newPasskeyOptions: confirmed
    .errors(declares("PASSKEY_REFUSED"))
    .route({
      method: "POST",
      path: "/security/passkeys/new",
      summary: "What to ask the browser for a new passkey",
    })
    .input(z.object({}))
    .output(CredentialOptions),

  addPasskey: confirmed
    .errors(declares("PASSKEY_REFUSED"))
    .route({
      method: "POST",
      path: "/security/passkeys",
      summary: "Keep a passkey that was made",
      successStatus: 201,
    })
    .input(z.object({ passkey: Credential, name: text(100).optional() }))
    .output(Passkey),

  renamePasskey: signedIn
    .route({ method: "PATCH", path: "/security/passkeys/{passkeyId}", summary: "Name a passkey" })
    .input(z.object({ passkeyId: Id, name: text(100).pipe(z.string().trim().min(1)) }))
    .output(Passkey),

  removePasskey: confirmed
    .route({ method: "DELETE", path: "/security/passkeys/{passkeyId}", summary: "Remove a passkey" })
    .input(z.object({ passkeyId: Id }))
    .output(Done),

  kept: signedIn
    .route({ method: "GET", path: "/security/kept", summary: "What the server keeps of you" })
    .input(z.object({}).optional())
    .output(
      z.object({
        notes: z.int(),
        trashedNotes: z.int(),
        folders: z.int(),
        files: z.int(),
        fileBytes: z.int(),
        textBytes: z.int().describe("Bodies with their history"),
      }),
    ),

  prepareExport: confirmed
    .route({
      method: "POST",
      path: "/security/export",
      summary: "Checks that an export may be fetched now from the address it answers",
    })
    .input(z.object({}))
    .output(z.object({ url: z.string() })),

  deleteAccount: confirmed
    .errors(declares("INVALID_CREDENTIALS"))
    .route({
      method: "POST",
      path: "/security/delete-account",
      summary: "Permanently delete the account with everything in it",
    })
    .input(z.object({ password }))
    .output(Done),
};
