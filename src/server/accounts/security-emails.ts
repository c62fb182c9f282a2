import type { Logger } from "../platform/log.ts";
import type { Mailer } from "../platform/mail.ts";

export type SecurityEmails = ReturnType<typeof createSecurityEmails>;

/** Mails that tell somebody what was done to their account; a mail server that is away keeps nobody from doing it. */
export function createSecurityEmails(mailer: Mailer, log: Logger, origin: string) {
  return {
    /** `what` is the whole sentence of what happened; `otherwise`, what to do when it was somebody else. */
    send(
      to: { email: string; name: string },
      subject: string,
      what: string,
      otherwise = `choose a new password now. This signs out every device:\n\n${origin}/auth/reset-password`,
    ): void {
      const text = `Hello ${to.name},\n\n${what}\n\nIf this wasn't you, ${otherwise}\n`;
      void mailer
        .send({ to: to.email, subject, text })
        .catch((error: unknown) => log.error({ err: error }, "a security email was not sent"));
    },
  };
}
