import { useQuery } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useEffect, type ReactNode, type Ref } from "react";
import { LoadFault } from "../../kernel/load-fault.tsx";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { BackupPart } from "./backup-part.tsx";
import { ChosenFiles } from "./chosen-files.tsx";
import { ConnectionPart } from "./connection-part.tsx";
import { connectDrive } from "./drive-mutations.ts";
import { ExportFolder } from "./export-folder.tsx";
import { FinishConnect } from "./finish-connect.tsx";
import { ItemLists } from "./item-lists.tsx";
import { noteConnected } from "./known-connection.ts";
import { SetupGuide } from "./setup-guide.tsx";

/** What Google, or the page with its picker, sent the browser back with. */
export type DriveSearch = { state?: string; code?: string; error?: string; picked?: string };

type DriveScreenProps = {
  search: DriveSearch;
  heading: Ref<HTMLHeadingElement>;
  /** The address without what it was opened with. */
  onSeen: () => void;
};

/** Google Drive: how it is connected, what to import, and what came and went. */
export function DriveScreen({ search, heading, onSeen }: DriveScreenProps) {
  const { state, code, error, picked } = search;
  return (
    <Screen frame="reading" title={t("Google Drive")} heading={heading}>
      {state && code ? (
        <FinishConnect state={state} code={code} onSeen={onSeen} />
      ) : (
        <>
          {error && <Refusal error={error} onSeen={onSeen} />}
          <Content picked={picked?.split(",").filter(Boolean) ?? []} onSeen={onSeen} />
        </>
      )}
    </Screen>
  );
}

function Refusal({ error, onSeen }: { error: string; onSeen: () => void }) {
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-md border border-line bg-warn-soft p-3 text-sm"
    >
      <p className="min-w-0 flex-1 basis-64">
        {error === "picker"
          ? t(
              "Google's file picker couldn't be opened. Allow its scripts in your browser, or ask your server's administrator to check the API key.",
            )
          : error === "access_denied"
            ? t("You didn't allow Cairn to use Google Drive, so nothing was connected.")
            : t("Google didn't connect. Try again.")}
      </p>
      <Button onClick={onSeen}>{t("Close")}</Button>
    </div>
  );
}

function Content({ picked, onSeen }: { picked: string[]; onSeen: () => void }) {
  const { data, error, isPending, refetch } = useQuery(
    api.drive.status.queryOptions({ input: {}, staleTime: 0 }),
  );
  const isOffline = useIsOffline();
  const isConnected = data && data.connection !== null;
  useEffect(() => {
    if (isConnected !== undefined) noteConnected(isConnected);
  }, [isConnected]);
  if (isPending) return <SkeletonRows count={4} />;
  const fault = error && (
    <LoadFault
      error={error}
      isOld={data !== undefined}
      words={{
        offline: t("Google Drive needs a connection to the server."),
        failed: errorMessage(error, t("The server didn't answer.")),
      }}
      onRetry={() => void refetch()}
    />
  );
  if (!data) return fault;
  const { connection, isSetUp, canPick, redirectUri } = data;
  if (!isSetUp)
    return (
      <Rest isOff fault={fault}>
        <SetupGuide redirectUri={redirectUri} />
      </Rest>
    );
  if (!connection)
    return (
      <Rest isOff fault={fault}>
        <EmptyState
          icon={<Link2 size={20} />}
          title={t("Connect Google Drive")}
          action={
            <Button
              look="primary"
              disabled={isOffline}
              className="pointer-coarse:h-11"
              onClick={() => void connectDrive()}
            >
              {t("Connect")}
            </Button>
          }
        >
          {t(
            "Import Google Docs, Sheets and files as notes, see what changed there later, and save notes to Google Drive. Cairn sees only the files you choose and those it makes.",
          )}
        </EmptyState>
      </Rest>
    );
  return (
    <Rest isOff={connection.needsReconnect} fault={fault}>
      <ConnectionPart connection={connection} canPick={canPick} isOffline={isOffline} />
      {picked.length > 0 && !connection.needsReconnect && (
        <ChosenFiles source="google" ids={picked} onDone={onSeen} />
      )}
      <BackupPart place="google" isOff={isOffline || connection.needsReconnect} />
      <ExportFolder isOff={isOffline || connection.needsReconnect} />
    </Rest>
  );
}

/** What came and went stays listed, connected or not. */
function Rest({ isOff, fault, children }: { isOff: boolean; fault: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-6">
      {fault}
      {children}
      <ItemLists isOff={isOff} />
    </div>
  );
}
