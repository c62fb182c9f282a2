import { defineFeature } from "../feature.ts";
import { queuedMail } from "./mails/queued-mail.ts";
import { removeExpired } from "./remove-expired.ts";
import { accountRoutes } from "./routes.ts";
import { securityRoutes } from "./security-routes.ts";

export const accountsFeature = defineFeature({
  routes: { accounts: accountRoutes, security: securityRoutes },
  cleanup: async ({ db }) => ({ sessions: await removeExpired(db.authPool) }),
  jobs: [queuedMail],
});
