import { api, invalidate } from "../../platform/api.ts";

export const refreshInsights = () => invalidate(api.insights.key());
