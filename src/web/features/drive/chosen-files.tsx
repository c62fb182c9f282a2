import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DriveKind } from "#contract/drive-webdav.ts";
import { FolderField } from "../../kernel/folders/folder-field.tsx";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { type ChosenSource, importFiles } from "./drive-mutations.ts";
import { SOURCE_WORDS } from "./source-words.ts";

const KINDS: Record<DriveKind, string> = {
  document: t("becomes a note"),
  text: t("becomes a note"),
  table: t("becomes a note with its tables"),
  file: t("is kept as a file"),
};

type ChosenFilesProps = { source: ChosenSource; ids: string[]; onDone: () => void };

/** What was chosen, before anything of it is imported. */
export function ChosenFiles({ source, ids, onDone }: ChosenFilesProps) {
  const [folderId, setFolderId] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    ...api.drive.files.queryOptions({ input: { source, ids } }),
    staleTime: Infinity,
    retry: false,
    persister: undefined,
  });
  const start = async (chosen: string[]) => {
    setIsBusy(true);
    const isBegun = await importFiles(source, chosen, folderId);
    setIsBusy(false);
    if (isBegun) onDone();
  };
  return (
    <section
      aria-label={t("Chosen files")}
      className="flex flex-col gap-3 rounded-md border border-line bg-raised p-4"
    >
      <h2 className="font-semibold">{SOURCE_WORDS[source].import}</h2>
      {error ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
          <p className="min-w-0 flex-1 basis-56">{errorMessage(error, t("The server didn't answer."))}</p>
          <Button onClick={() => void refetch()}>{t("Try again")}</Button>
        </div>
      ) : !data ? (
        <SkeletonRows count={2} />
      ) : (
        <>
          <ul className="flex flex-col gap-1 text-sm">
            {data.files.map(({ id, name, kind }) => (
              <li key={id} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                <bdi className="line-clamp-2 max-w-full font-medium [overflow-wrap:anywhere]">{name}</bdi>
                <span className="text-muted">{KINDS[kind]}</span>
              </li>
            ))}
          </ul>
          {data.missing > 0 && (
            <p className="text-sm text-muted">
              {source === "google"
                ? plural(data.missing, {
                    one: "{count} chosen item can't be imported: folders, forms and the like have no file.",
                    other:
                      "{count} chosen items can't be imported: folders, forms and the like have no file.",
                  })
                : plural(data.missing, {
                    one: "{count} chosen file is no longer there, or can't be read.",
                    other: "{count} chosen files are no longer there, or can't be read.",
                  })}
            </p>
          )}
          {data.files.length > 0 && (
            <FolderField
              label={t("Put notes into")}
              folderId={folderId}
              topWords={t("No folder")}
              onChange={setFolderId}
            />
          )}
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {data && data.files.length > 0 && (
          <Button
            look="primary"
            isBusy={isBusy}
            className="pointer-coarse:h-11"
            onClick={() => void start(data.files.map(({ id }) => id))}
          >
            {plural(data.files.length, { one: "Import {count} file", other: "Import {count} files" })}
          </Button>
        )}
        <Button className="pointer-coarse:h-11" onClick={onDone}>
          {t("Cancel")}
        </Button>
      </div>
    </section>
  );
}
