import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Fragment, useState } from "react";
import type { WebdavEntry } from "#contract/drive-webdav.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { WebdavRows } from "./webdav-rows.tsx";

/** As many as one import takes. */
const MOST_CHOSEN = 50;

type Place = { id: string | null; name: string };
type WebdavPickerProps = { onClose: () => void; onChoose: (ids: string[]) => void };

/** The folders and files of the WebDAV server, one folder at a time; files of several can be chosen. */
export function WebdavPicker({ onClose, onChoose }: WebdavPickerProps) {
  const [way, setWay] = useState<Place[]>([{ id: null, name: t("WebDAV") }]);
  /** The folder that was left by going up. */
  const [left, setLeft] = useState<string | null>(null);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const go = (places: Place[]) => {
    setLeft(way[places.length]?.id ?? null);
    setWay(places);
    setQuery("");
  };
  const here = way.at(-1)!;
  const toggle = ({ id }: WebdavEntry) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id) && next.size < MOST_CHOSEN) next.add(id);
      return next;
    });
  const finish = () => {
    onChoose([...chosen]);
    onClose();
  };
  return (
    <Dialog title={t("Choose files from WebDAV")} isOpen onClose={onClose} size="medium">
      <div className="flex min-h-0 flex-col gap-3">
        <Breadcrumbs way={way} onGo={go} />
        <Field
          label={t("Filter this folder")}
          type="search"
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <FolderContent
          key={here.id ?? ""}
          {...{ folder: here.id, left, query, chosen }}
          onOpen={({ id, name }) => go([...way, { id, name }])}
          onUp={way.length > 1 ? () => go(way.slice(0, -1)) : null}
          onToggle={toggle}
          onAll={(ids) => setChosen(new Set([...chosen, ...ids].slice(0, MOST_CHOSEN)))}
        />
      </div>
      <DialogActions>
        <p role="status" className="me-auto self-center text-sm text-muted">
          {chosen.size === 0
            ? t("No files chosen")
            : chosen.size === MOST_CHOSEN
              ? t("{count} files chosen, as many as one import takes", { count: MOST_CHOSEN })
              : plural(chosen.size, { one: "{count} file chosen", other: "{count} files chosen" })}
        </p>
        <Button className="pointer-coarse:h-11" onClick={onClose}>
          {t("Cancel")}
        </Button>
        <Button look="primary" disabled={chosen.size === 0} className="pointer-coarse:h-11" onClick={finish}>
          {t("Continue")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Breadcrumbs({ way, onGo }: { way: Place[]; onGo: (way: Place[]) => void }) {
  return (
    <nav aria-label={t("Folders above")} className="flex flex-wrap items-center gap-1 text-sm">
      {way.map(({ id, name }, index) => (
        <Fragment key={id ?? ""}>
          {index > 0 && <ChevronRight size={14} aria-hidden="true" className="text-faint rtl:rotate-180" />}
          {index === way.length - 1 ? (
            <bdi aria-current="page" className="min-w-0 truncate px-1 font-medium">
              {name}
            </bdi>
          ) : (
            <button
              type="button"
              data-crumb=""
              className="tap max-w-full truncate rounded-md px-1 text-muted hover:text-ink hover:underline pointer-coarse:h-11"
              onClick={() => onGo(way.slice(0, index + 1))}
            >
              <bdi>{name}</bdi>
            </button>
          )}
        </Fragment>
      ))}
    </nav>
  );
}

type FolderContentProps = {
  folder: string | null;
  left: string | null;
  query: string;
  chosen: ReadonlySet<string>;
  onOpen: (entry: WebdavEntry) => void;
  onUp: (() => void) | null;
  onToggle: (entry: WebdavEntry) => void;
  onAll: (ids: string[]) => void;
};

function FolderContent({ folder, query, chosen, onAll, ...rows }: FolderContentProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...api.drive.webdavFolder.queryOptions({ input: { folder } }),
    staleTime: 0,
    retry: false,
    persister: undefined,
  });
  if (error && !data)
    return (
      <div role="alert" className="flex h-72 flex-wrap content-start items-center gap-3 text-sm">
        <p className="min-w-0 flex-1 basis-56">{errorMessage(error, t("The server didn't answer."))}</p>
        <Button isBusy={isFetching} onClick={() => void refetch()}>
          {t("Try again")}
        </Button>
      </div>
    );
  if (!data)
    return (
      <div className="h-72">
        <SkeletonRows count={6} />
      </div>
    );
  const wanted = folded(query.trim());
  const shown =
    wanted === "" ? data.entries : data.entries.filter(({ name }) => folded(name).includes(wanted));
  const files = shown.filter(({ isFolder, id }) => !isFolder && !chosen.has(id));
  return (
    <>
      <WebdavRows key={wanted} entries={shown} chosen={chosen} isFiltered={wanted !== ""} {...rows} />
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <p>
          {plural(shown.length, { one: "{count} entry", other: "{count} entries" })}
          {data.leftOut > 0 && (
            <>
              {" · "}
              {plural(data.leftOut, {
                one: "{count} more can't be listed",
                other: "{count} more can't be listed",
              })}
            </>
          )}
        </p>
        {files.length > 1 && files.length + chosen.size <= MOST_CHOSEN && (
          <Button
            look="quiet"
            className="pointer-coarse:h-11"
            onClick={() => onAll(files.map(({ id }) => id))}
          >
            {t("Choose all {count} files", { count: files.length })}
          </Button>
        )}
      </div>
    </>
  );
}
