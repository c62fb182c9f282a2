import type { Services } from "../../base.ts";
import { enqueue } from "../../jobs/job.ts";
import { queuedMail } from "./queued-mail.ts";
import type { CurrentSession } from "../sessions.ts";

export type SecurityEmails = ReturnType<typeof createSecurityEmails>;

type Deps = Pick<Services, "config" | "db" | "mailer" | "log">;

/** Mails that tell somebody what was done to their account; a mail server that is away keeps nobody from doing it, and gets them later. */
export function createSecurityEmails({ config, db, mailer, log }: Deps) {
  return {
    /** `what` is the whole sentence of what happened; `otherwise`, what to do when it was somebody else. Never rejects. */
    async send(
      to: Pick<CurrentSession, "userId" | "email" | "name">,
      subject: string,
      what: string,
      otherwise = `choose a new password now. This signs out every device:\n\n${config.publicUrl.origin}/auth/reset-password`,
    ): Promise<void> {
      const text = `Hello ${to.name},\n\n${what}\n\nIf this wasn't you, ${otherwise}\n`;
      const mail = { to: to.email, subject, text };
      await db
        .withUser(to.userId, (tx) => enqueue(tx, queuedMail, mail))
        // Whoever is in the account may have filled its queue.
        .catch(() => mailer.send(mail))
        .catch((error: unknown) => log.error({ err: error }, "a security email was not sent"));
    },
  };
}
