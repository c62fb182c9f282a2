import { t } from "../../lib/messages/t.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";
import type { Action, ActionContext } from "./action.ts";

/** Runs an action for keys, menus and bars. One that fails, or whose code can't be loaded, says so in a toast. */
export function runAction({ run }: Pick<Action, "run">, context: ActionContext): void {
  new Promise<void>((resolve) => resolve(run(context))).catch((error: unknown) =>
    toast.error(errorMessage(error, t("This didn't work. Try again."))),
  );
}
