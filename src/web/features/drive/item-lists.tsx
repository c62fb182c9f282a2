import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { DriveItem } from "#contract/drive.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Time } from "../../ui/dates/time.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { checkItem, exportAgain, forgetItem, retryItem } from "./drive-mutations.ts";

/** What came from Google Drive, and what went there. */
export function ItemLists() {
  const { data } = useQuery(api.drive.items.queryOptions({ input: {}, staleTime: 0 }));
  const items = data?.items ?? [];
  return (
    <>
      <List title={t("Imported")} items={items.filter(({ direction }) => direction === "import")} />
      <List title={t("Exported")} items={items.filter(({ direction }) => direction === "export")} />
    </>
  );
}

function List({ title, items }: { title: string; items: DriveItem[] }) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="pb-2 text-sm font-semibold text-muted">
        {title}
      </h2>
      <ul className="divide-y divide-line rounded-md border border-line">
        {items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Row({ item }: { item: DriveItem }) {
  const { name, link, at } = item;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
      <div className="min-w-0 flex-1 basis-56">
        <Name item={item} />
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <StateWords item={item} />
          <Time at={at} className="text-xs" />
          {link && (
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
      <RowButtons item={item} />
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

function StateWords({ item: { state, message, isGone, direction } }: { item: DriveItem }): ReactNode {
  if (state === "failed") return <span className="text-danger">{message}</span>;
  if (state === "waiting")
    return (
      <span className="inline-flex items-center gap-1">
        <Spinner size={12} />
        {message ?? (direction === "import" ? t("Importing...") : t("Exporting..."))}
      </span>
    );
  if (isGone) return <span className="text-warn">{t("No longer in Google Drive")}</span>;
  return null;
}

function RowButtons({ item }: { item: DriveItem }) {
  const { name, state, direction, isCompared, changesetId, noteId } = item;
  const isOffline = useIsOffline();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const busy = async (run: () => Promise<unknown>) => {
    setIsBusy(true);
    await run();
    setIsBusy(false);
  };
  const check = async () => {
    const found = await checkItem(item);
    if (found) await navigate({ to: "/app/changes/$changesetId", params: { changesetId: found } });
  };
  const look = { isBusy, disabled: isOffline, className: "pointer-coarse:h-11" };
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
          {...look}
          aria-label={t("Check for changes: {name}", { name })}
          onClick={() => void busy(check)}
        >
          {t("Check for changes")}
        </Button>
      )}
      {direction === "export" && state === "done" && noteId && (
        <Button
          {...look}
          aria-label={t("Export again: {name}", { name })}
          onClick={() => void busy(() => exportAgain(item))}
        >
          {t("Export again")}
        </Button>
      )}
      {state === "failed" && (
        <Button
          {...look}
          aria-label={t("Try again: {name}", { name })}
          onClick={() => void busy(() => retryItem(item))}
        >
          {t("Try again")}
        </Button>
      )}
      <Button
        look="quiet"
        {...look}
        aria-label={t("Remove from this list: {name}", { name })}
        onClick={() => void busy(() => forgetItem(item))}
      >
        {t("Remove")}
      </Button>
    </div>
  );
}
