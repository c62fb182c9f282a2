import { defineFeature } from "../feature.ts";
import { referralRoutes } from "./routes.ts";

export const referralsFeature = defineFeature({ routes: { referrals: referralRoutes } });
