import { z } from "zod";
import { declares, Done, Id, Instant, open, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

export const Profile = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string().describe("display_name; the part of the email before the @ unless chosen"),
    avatar: z.string().describe("URL, or a data: URL of the initials on indigo"),
    welcomeMessage: z.string(),
  })
  .describe("What Cairn knows of a person");
export type Profile = z.infer<typeof Profile>;

export const Session = z.object({
  user: Profile,
  expiresAt: Instant,
  isEmailVerified: z.boolean(),
  isOperator: z.boolean().describe("May invite and see the server's health; sees nobody's rows"),
});
export type Session = z.infer<typeof Session>;

const email = z.string().trim().toLowerCase().pipe(z.email().max(254));
const password = z.string().max(1000);

export const accounts = {
  rules: open
    .route({ method: "GET", path: "/accounts/rules", summary: "How registration works on this server" })
    .input(z.object({}).optional())
    .output(
      z.object({
        registration: z.enum(["open", "invite", "closed"]),
        passwordMinLength: z.int(),
        requireVerifiedEmail: z.boolean(),
      }),
    ),

  register: open
    .errors(declares("EMAIL_TAKEN", "PASSWORD_TOO_SHORT", "REGISTRATION_CLOSED", "INVITE_REQUIRED"))
    .route({ method: "POST", path: "/accounts/register", summary: "Register", successStatus: 201 })
    .input(
      z.object({
        name: text(100).pipe(z.string().trim()),
        email,
        password,
        inviteCode: z.string().max(100).optional(),
        referralCode: z.string().max(100).optional().describe("From another person's invitation link"),
      }),
    )
    .output(
      z.object({ session: Session.nullable().describe("null when the e-mail has to be verified first") }),
    ),

  login: open
    .errors(declares("INVALID_CREDENTIALS", "EMAIL_NOT_VERIFIED"))
    .route({ method: "POST", path: "/accounts/login", summary: "Sign in; sets the session cookie" })
    .input(z.object({ email, password }))
    .output(
      z.object({
        session: Session.nullable().describe("null when a second factor is asked for"),
        secondFactor: z
          .object({ challenge: z.string(), expiresAt: Instant })
          .nullable()
          .describe("Pass the challenge with a code to security.loginSecondFactor"),
      }),
    ),

  logout: open
    .route({ method: "POST", path: "/accounts/logout", summary: "Sign out here, or everywhere" })
    .input(z.object({ everywhere: z.boolean().default(false) }))
    .output(Done),

  session: open
    .route({ method: "GET", path: "/accounts/session", summary: "The current session, or null" })
    .input(z.object({}).optional())
    .output(z.object({ session: Session.nullable() })),

  requestPasswordReset: open
    .route({
      method: "POST",
      path: "/accounts/password/forgot",
      summary: "Mail a reset link; says the same for unknown addresses",
    })
    .input(z.object({ email }))
    .output(Done),

  resetPassword: open
    .errors(declares("INVALID_TOKEN", "PASSWORD_TOO_SHORT"))
    .route({
      method: "POST",
      path: "/accounts/password/reset",
      summary: "Set a new password; ends all sessions",
    })
    .input(z.object({ token: text(500), password }))
    .output(Done),

  sendVerification: open
    .route({
      method: "POST",
      path: "/accounts/verification/send",
      summary: "Mail the verification link again",
    })
    .input(z.object({ email }))
    .output(Done),

  verifyEmail: open
    .errors(declares("INVALID_TOKEN"))
    .route({
      method: "POST",
      path: "/accounts/verification",
      summary: "Verify an email address by its token",
    })
    .input(z.object({ token: z.string().max(2000) }))
    .output(Done),

  invite: signedIn
    .route({
      method: "POST",
      path: "/accounts/invitations",
      summary: "Make an invitation (operator)",
      successStatus: 201,
    })
    .input(
      z.object({
        email: email.optional().describe("Mails the link there; the code then works for this address only"),
      }),
    )
    .output(z.object({ code: z.string(), url: z.string(), expiresAt: Instant })),

  updateProfile: signedIn
    .route({ method: "PATCH", path: "/accounts/profile", summary: "Change name, welcome message or picture" })
    .input(
      z.object({
        name: text(100).pipe(z.string().trim().min(1)).optional(),
        welcomeMessage: text(200).optional(),
        avatar: z.null().optional().describe("null takes the picture away; upload: POST /api/files/avatar"),
      }),
    )
    .output(Profile),
};

export const accountsNoun = defineNoun({
  operations: accounts,
  liveEntities: ["profile"],
  activityTypes: ["settings_updated"],
  activityEntities: ["account"],
});
