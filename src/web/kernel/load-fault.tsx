import { clsx } from "clsx";
import { t } from "../lib/messages/t.ts";
import { isUnreachable } from "../platform/rpc-errors.ts";
import { Button } from "../ui/button.tsx";

type LoadFaultProps = {
  error: unknown;
  /** What was known before is shown under it. */
  isOld?: boolean;
  /** In a line among other things instead of in the place of a whole screen. */
  isInline?: boolean;
  /** Said where there is nothing to show: without a connection, and when the server failed. */
  words?: { offline: string; failed: string };
  onRetry?: (() => void) | undefined;
};

const LIST = {
  offline: t("Can't load this list while offline."),
  failed: t("The list couldn't be loaded."),
};
const OLD = {
  offline: t("You're offline. What you see may be out of date."),
  failed: t("Couldn't load what's new. What you see may be out of date."),
};

/** Says that the server gave no answer, over what is known from before or in the place of what isn't there. */
export function LoadFault({ error, isOld = false, isInline = isOld, words = LIST, onRetry }: LoadFaultProps) {
  const { offline, failed } = isOld ? OLD : words;
  return (
    <div
      role={isOld ? "status" : "alert"}
      className={clsx(
        "flex items-center gap-3 text-sm text-muted",
        !isInline && "flex-col py-16 text-center",
        isOld && "pb-3",
      )}
    >
      <p className="min-w-0">{isUnreachable(error) ? offline : failed}</p>
      {onRetry && (
        <Button className="shrink-0 pointer-coarse:h-11" onClick={onRetry}>
          {t("Try again")}
        </Button>
      )}
    </div>
  );
}
