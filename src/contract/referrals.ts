import { z } from "zod";
import { open, signedIn } from "./shared/base.ts";

export const referrals = {
  rules: open
    .route({
      method: "GET",
      path: "/referrals/rules",
      summary: "Whether invitation links work on this server",
    })
    .input(z.object({}).optional())
    .output(
      z.object({
        isOn: z.boolean(),
        admits: z.boolean().describe("True when a link is enough to register here"),
      }),
    ),

  mine: signedIn
    .route({
      method: "GET",
      path: "/referrals/mine",
      summary: "Your invitation link, and how many came by it",
    })
    .input(z.object({}).optional())
    .output(
      z.object({
        url: z.string().nullable().describe("null when the operator has switched invitation links off"),
        accepted: z.int().describe("People who registered by the link, each counted once"),
      }),
    ),
};
