import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { DriveItem, DriveSource } from "#contract/drive.ts";
import { LoadFault } from "../../kernel/load-fault.tsx";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Time } from "../../ui/dates/time.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useImportedToast } from "./imported-toast.ts";
import { checkItem, exportAgain, forgetItem, retryItem, undoOneImport } from "./drive-mutations.ts";
import { SOURCE_WORDS } from "./source-words.ts";

/** So many that a page draws at once; an account may have two thousand. In the settings other things follow below. */
const SHOWN: Record<DriveSource, number> = { google: 50, folder: 10, webdav: 10 };

/** What came from a source, and what went there. `isOff`: it can't be asked just now, the lists can be read all the same. */
export function ItemLists({ isOff, source = "google" }: { isOff: boolean; source?: DriveSource }) {
  const { data, error, refetch } = useQuery(
    api.drive.items.queryOptions({ input: { source }, staleTime: 0 }),
  );
  const items = data?.items ?? [];
  const words = SOURCE_WORDS[source];
  useImportedToast(data?.items);
  return (
    <>
      {error && !data && <LoadFault isInline error={error} onRetry={() => void refetch()} />}
      <List
        isOff={isOff}
        title={words.imported}
        items={items.filter(({ direction }) => direction === "import")}
      />
      <List
        isOff={isOff}
        title={words.exported}
        items={items.filter(({ direction }) => direction === "export")}
      />
    </>
  );
}

type ListProps = { title: string; items: DriveItem[]; isOff: boolean };

function List({ title, items, isOff }: ListProps) {
  const id = useId();
  const [isAll, setIsAll] = useState(false);
  const most = SHOWN[items[0]?.source ?? "google"];
  const shown = isAll ? items : items.slice(0, most);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="pb-2 text-sm font-semibold text-muted">
        {title}
      </h2>
      <ul className="divide-y divide-line rounded-md border border-line">
        {shown.map((item) => (
          <Row key={item.id} item={item} isOff={isOff} />
        ))}
      </ul>
      {items.length > most && (
        <Button look="quiet" className="w-full" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
          {isAll ? t("Show fewer") : t("Show all {count}", { count: items.length })}
        </Button>
      )}
    </section>
  );
}

type RowProps = { item: DriveItem; isOff: boolean };

function Row({ item, isOff }: RowProps) {
  const { name, noteTitle, link, at, isGone, path } = item;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
      <div className="min-w-0 flex-1 basis-56">
        <Name item={item} />
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <StateWords item={item} />
          <Time at={at} className="text-xs" />
          {path !== null && path !== (noteTitle || name) && (
            <bdi dir="ltr" className="text-xs wrap-anywhere">
              {path}
            </bdi>
          )}
          {link && !isGone && (
            <a
              href={link}
              target="_blank"
              rel="noreferrer"
              className="inline-flex items-center gap-1 rounded-md underline"
              aria-label={t("In Google Drive: {name}", { name })}
            >
              {t("In Google Drive")} <ExternalLink size={12} aria-hidden="true" />
            </a>
          )}
        </p>
      </div>
      <RowButtons item={item} isOff={isOff} />
    </li>
  );
}

function Name({ item: { name, noteId, noteTitle, fileId } }: { item: DriveItem }) {
  const shown = <bdi>{noteTitle || name}</bdi>;
  const look = "block truncate rounded-md font-medium hover:underline";
  if (noteId)
    return (
      <Link to="/app/editor/{-$noteId}" params={{ noteId }} className={look}>
        {shown}
      </Link>
    );
  if (fileId)
    return (
      <a href={`/files/${fileId}`} target="_blank" rel="noreferrer" className={look}>
        {shown}
      </a>
    );
  return <span className="block truncate font-medium">{shown}</span>;
}

function StateWords({ item: { state, message, isGone, direction, source } }: { item: DriveItem }): ReactNode {
  if (state === "failed") return <span className="text-danger">{message}</span>;
  if (state === "waiting")
    return (
      <span className="inline-flex items-center gap-1">
        <Spinner size={12} />
        {message ?? (direction === "import" ? t("Importing...") : t("Exporting..."))}
      </span>
    );
  if (isGone) return <span className="text-warn">{SOURCE_WORDS[source].gone}</span>;
  return message && <span className="text-warn">{message}</span>;
}

function RowButtons({ item, isOff }: RowProps) {
  const { name, source, state, direction, isCompared, changesetId, noteId } = item;
  const isOffline = useIsOffline();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<"source" | "list" | null>(null);
  const during = async (what: "source" | "list", run: () => Promise<unknown>) => {
    setBusy(what);
    await run();
    setBusy(null);
  };
  const check = async () => {
    const found = await checkItem(item);
    if (found) await navigate({ to: "/app/changes/$changesetId", params: { changesetId: found } });
  };
  const ofSource = {
    isBusy: busy === "source",
    disabled: isOffline || isOff,
    className: "pointer-coarse:h-11",
  };
  return (
    <div className="flex flex-wrap gap-2">
      {changesetId !== null && (
        <Link
          to="/app/changes/$changesetId"
          params={{ changesetId }}
          className={buttonClass("primary", "pointer-coarse:h-11")}
          aria-label={t("Review changes: {name}", { name })}
        >
          {t("Review changes")}
        </Link>
      )}
      {isCompared && (
        <Button
          {...ofSource}
          aria-label={t("Check for changes: {name}", { name })}
          onClick={() => void during("source", check)}
        >
          {t("Check for changes")}
        </Button>
      )}
      {direction === "export" && state === "done" && noteId && (
        <Button
          {...ofSource}
          aria-label={t("Export again: {name}", { name })}
          onClick={() => void during("source", () => exportAgain(item))}
        >
          {t("Export again")}
        </Button>
      )}
      {state === "failed" && (
        <Button
          {...ofSource}
          aria-label={t("Try again: {name}", { name })}
          onClick={() => void during("source", () => retryItem(item))}
        >
          {t("Try again")}
        </Button>
      )}
      {source !== "google" && direction === "import" && state === "done" && (
        <Button
          look="quiet"
          disabled={isOffline || busy !== null}
          className="pointer-coarse:h-11"
          aria-label={t("Undo import: {name}", { name })}
          onClick={() => void during("list", () => undoOneImport(item))}
        >
          {t("Undo import")}
        </Button>
      )}
      <Button
        look="quiet"
        isBusy={busy === "list"}
        disabled={isOffline}
        className="pointer-coarse:h-11"
        aria-label={t("Remove from this list: {name}", { name })}
        onClick={() => void during("list", () => forgetItem(item))}
      >
        {t("Remove")}
      </Button>
    </div>
  );
}
