import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { toast } from "../../ui/toast-store.ts";
import { refreshConnected } from "./attempt.ts";
import { connectDrive } from "./drive-mutations.ts";

type FinishConnectProps = { state: string; code: string; onSeen: () => void };

/** Hands on what Google sent the browser back with, once; the address forgets it afterwards. */
export function FinishConnect({ state, code, onSeen }: FinishConnectProps) {
  const { data, error } = useQuery({
    queryKey: ["drive-finish", state],
    queryFn: () => api.drive.finish.call({ state, code }),
    retry: false,
    staleTime: Infinity,
    persister: undefined,
  });
  useEffect(() => {
    if (!data) return;
    refreshConnected();
    toast.success(t("Google Drive connected"));
    onSeen();
  }, [data, onSeen]);
  if (!error)
    return (
      <p role="status" className="flex items-center justify-center gap-2 py-16 text-sm text-muted">
        <Spinner size={16} /> {t("Connecting...")}
      </p>
    );
  return (
    <div role="alert" className="flex flex-col items-center gap-3 py-16 text-center text-sm">
      <p>{errorMessage(error, t("Couldn't connect. Try again."))}</p>
      <div className="flex gap-2">
        <Button onClick={onSeen}>{t("Cancel")}</Button>
        <Button look="primary" onClick={() => void connectDrive()}>
          {t("Connect again")}
        </Button>
      </div>
    </div>
  );
}
