import { z } from "zod";
import { declares, Done, open, text } from "./shared/base.ts";
import { CONTACT_SIZES } from "./shared/contact-sizes.ts";

export const contact = {
  begin: open
    .route({
      method: "POST",
      path: "/contact/begin",
      summary: "Open the contact form; its ticket sends once",
    })
    .input(z.object({}).optional())
    .output(
      z.object({
        ticket: z.string().describe("Signed by the server; goes back with the message"),
        waitMs: z.int().describe("A message that comes sooner than this was not written by a person"),
      }),
    ),

  send: open
    .errors(declares("INVALID_TOKEN", "UNAVAILABLE"))
    .route({ method: "POST", path: "/contact", summary: "Email a message to this server's administrator" })
    .input(
      z.object({
        name: text(CONTACT_SIZES.name).pipe(z.string().trim().min(1)),
        email: z.string().trim().toLowerCase().pipe(z.email().max(254)),
        message: text(CONTACT_SIZES.message).pipe(z.string().trim().min(1)),
        ticket: z.string().max(200),
        website: z
          .string()
          .max(500)
          .default("")
          .describe("No person sees this field; what is in it is a program's"),
      }),
    )
    .output(Done),
};
