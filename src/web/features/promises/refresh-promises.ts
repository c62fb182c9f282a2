import { refreshWhenSettled } from "../../kernel/refresh-when-settled.ts";
import { api, invalidate } from "../../platform/api.ts";

export const { refresh: refreshPromises, attempt } = refreshWhenSettled(["promises"], () =>
  invalidate(api.promises.key()),
);
