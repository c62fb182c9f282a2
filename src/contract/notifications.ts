import { z } from "zod";
import { Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

export const NotificationType = z.enum(["success", "error", "warning", "info"]);

export const Notification = z
  .object({
    id: Id,
    type: NotificationType,
    title: z.string(),
    message: z.string(),
    href: z.string().nullable().describe("A path of this site that it leads to"),
    createdAt: Instant,
    isRead: z.boolean(),
  })
  .describe("A message kept for the user, the same on every device");
export type Notification = z.infer<typeof Notification>;

const path = text(1000).pipe(z.string().regex(/^\/(?![/\\])/, "A path of this site"));

export const notifications = {
  list: signedIn
    .route({ method: "GET", path: "/notifications", summary: "The newest hundred" })
    .input(z.object({}).optional())
    .output(z.object({ notifications: z.array(Notification), unread: z.int() })),

  add: signedIn
    .route({ method: "POST", path: "/notifications", summary: "Keep a message", successStatus: 201 })
    .input(
      z.object({
        type: NotificationType.default("info"),
        title: text(200).pipe(z.string().min(1)),
        message: text(2000).default(""),
        href: path.optional(),
        dedupeKey: text(200).optional().describe("The same key is kept once"),
      }),
    )
    .output(Done),

  markRead: signedIn
    .route({ method: "POST", path: "/notifications/read", summary: "Mark one as read, or all" })
    .input(z.object({ notificationId: Id.optional() }))
    .output(Done),

  remove: signedIn
    .route({ method: "DELETE", path: "/notifications/{notificationId}", summary: "Remove one" })
    .input(z.object({ notificationId: Id }))
    .output(Done),

  clear: signedIn
    .route({ method: "POST", path: "/notifications/clear", summary: "Remove all" })
    .input(z.object({}).optional())
    .output(Done),
};

export const notificationsNoun = defineNoun({
  operations: notifications,
  liveEntities: ["notification"],
});
