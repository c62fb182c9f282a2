import { z } from "zod";
import type { Services } from "../../base.ts";
import type { QueuedJob } from "../../jobs/job.ts";

const mail = z.object({
  to: z.string(),
  replyTo: z.object({ name: z.string(), address: z.string() }).optional(),
  subject: z.string(),
  text: z.string(),
});

/**
 * A mail that tells somebody of something: it waits in the database until the mail server takes it, and goes twice when a node is killed
 * between sending it and saying so. Mails with a link that opens an account don't wait there: only its hash is stored (decision 188).
 */
export const queuedMail: QueuedJob<Pick<Services, "mailer">, z.infer<typeof mail>> = {
  name: "mail",
  data: mail,
  run: ({ mailer }, { data: { replyTo, ...rest } }) => mailer.send({ ...rest, ...(replyTo && { replyTo }) }),
};
