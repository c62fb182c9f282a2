import { api, invalidate } from "../../platform/api.ts";
import { refreshWhenSettled } from "../refresh-when-settled.ts";

export const { refresh: refreshTasks, whileChanging } = refreshWhenSettled(["tasks"], () => {
  invalidate(api.tasks.key());
  invalidate(api.trash.key());
  invalidate(api.planning.key());
});
