import { refreshWhenSettled } from "../../kernel/refresh-when-settled.ts";
import { api, invalidate } from "../../platform/api.ts";

export const settling = refreshWhenSettled(["contradictions"], () => invalidate(api.contradictions.key()));
