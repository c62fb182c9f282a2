import { toast } from "../../ui/toast-store.ts";
import { onDevice } from "../sync/device-sync.ts";
import { createUnsavedMark, isWorkInProgress } from "./unsaved-work.ts";
import { t } from "../../lib/messages/t.ts";

let isStarted = false;

/** What a page does for work in progress besides asking before it is left. Started once, by the signed-in part. */
export function startLeaveGuard(): void {
  if (isStarted) return;
  isStarted = true;
  let stopOutbox: (() => void) | undefined;
  onDevice((device) => {
    stopOutbox?.();
    if (!device) return;
    const mark = createUnsavedMark(() => device.outbox.pending() > 0);
    const stop = device.outbox.subscribe(mark.look);
    stopOutbox = () => {
      stop();
      mark.stop();
    };
    mark.look();
  });
  addEventListener("unhandledrejection", sayBackgroundError);
  addEventListener("error", sayBackgroundError);
  watchReturn();
}

function sayBackgroundError(): void {
  if (!isWorkInProgress()) return;
  toast.error(t("An error occurred in the background, but your work has been preserved."), {
    title: t("Background Error"),
  });
}

/** Said only to whom it may matter: somebody who left in the middle of something. */
function watchReturn(): void {
  let wasWorking = false;
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") wasWorking = isWorkInProgress();
    else if (wasWorking) {
      wasWorking = false;
      toast.success(t("Your work has been preserved while you were away."), { title: t("Welcome back!") });
    }
  });
}
