import { z } from "zod";

/** What waits in the queue: a mail to one address. Its run is in deliver.ts. */
export const invitationMails = {
  name: "send-invitation",
  data: z.object({
    invitationId: z.uuid(),
    /** Of the mail; one that was followed by a newer one is not sent. */
    sequence: z.int(),
    told: z.string(),
    method: z.enum(["REQUEST", "CANCEL"]),
    /** Whether it is the first that this address gets about it. */
    isFirst: z.boolean().default(false),
  }),
};
