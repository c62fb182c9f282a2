import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { ago } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { useMinute } from "../../lib/use-minute.ts";
import { Button } from "../../ui/button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

type Query = {
  data: unknown;
  isPending: boolean;
  isError: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
};

type Props = {
  of: Query;
  /** Said and shown instead of the widget, where there is nothing yet. */
  empty?: ReactNode;
  children: ReactNode;
};

/** What a widget shows around its values: nothing there yet, not loaded, or from before the server went away. */
export function WidgetStates({ of, empty, children }: Props) {
  const { data, isPending, isError, dataUpdatedAt, refetch } = of;
  if (data === undefined) {
    if (isError) return <LoadFailed onRetry={refetch} />;
    return isPending ? <SkeletonRows count={3} /> : null;
  }
  return (
    <>
      {isError && <Stale since={dataUpdatedAt} />}
      {empty || children}
    </>
  );
}

function LoadFailed({ onRetry }: { onRetry: () => unknown }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-1 py-2 text-sm text-muted">
      {t("Couldn't load.")}
      <Button look="quiet" onClick={() => void onRetry()}>
        {t("Try again")}
      </Button>
    </div>
  );
}

function Stale({ since }: { since: number }) {
  useMinute();
  return (
    <p className="mb-1.5 flex items-center gap-1.5 text-xs text-muted">
      <CloudOff size={12} aria-hidden="true" />
      {t("Last loaded {when}", { when: ago(new Date(since).toISOString()) })}
    </p>
  );
}

/** One line where there is nothing to show, and the button with which it begins. */
export function NothingYet({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-2 py-2">
      <p className="text-sm text-muted">{children}</p>
      {action}
    </div>
  );
}
