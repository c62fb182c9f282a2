import { refreshWhenSettled } from "../../kernel/refresh-when-settled.ts";
import { api, invalidate } from "../../platform/api.ts";

export const settling = refreshWhenSettled(["promises"], () => invalidate(api.promises.key()));
