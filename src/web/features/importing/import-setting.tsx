import { useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { Time } from "../../ui/dates/time.tsx";
import { useThisDevice } from "../../platform/device/device-kind.ts";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { DropArea } from "./drop-area.tsx";
import { formatWords, outcomeWords } from "./import-words.ts";
import { t } from "../../lib/messages/t.ts";

const ImportDialog = deferred(async () => (await import("./import-dialog.tsx")).ImportDialog);

const SHOWN = 8;
const LOOK_EVERY_MS = 2_000;

/** The door to importing, and what came through it. */
export function ImportSetting() {
  const isPhone = useThisDevice(({ hasMobileViewport }) => hasMobileViewport);
  const [open, setOpen] = useState<{ importId?: string; files?: File[] } | null>(null);
  const { data } = useQuery({
    ...api.imports.list.queryOptions({ input: {} }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.imports.some(({ status }) => status === "reading" || status === "making")
        ? LOOK_EVERY_MS
        : false,
  });
  const imports = data?.imports.slice(0, SHOWN) ?? [];
  return (
    <div className="flex flex-col gap-4">
      <DropArea onFiles={(files) => setOpen({ files })}>
        <p className="text-sm text-muted">
          {isPhone
            ? t("Choose files or a folder. Preview everything before it's imported.")
            : t("Drop files or a folder here. Preview everything before it's imported.")}
        </p>
        <Button look="primary" onClick={() => setOpen({})}>
          <FileUp size={15} /> {t("Import...")}
        </Button>
      </DropArea>
      {imports.length > 0 && (
        <ul aria-label={t("Past imports")} className="rounded-md border border-line">
          {imports.map((found) => (
            <li
              key={found.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 text-sm last:border-0"
            >
              <span className="min-w-0 flex-1 basis-48">
                <span className="block truncate font-medium">{found.name}</span>
                <span className="block text-muted">
                  {formatWords(found.format)} · {outcomeWords(found)}
                </span>
              </span>
              <Time at={found.createdAt} className="text-xs text-muted" />
              <Button
                aria-label={t("Open the import of {name}", { name: found.name })}
                onClick={() => setOpen({ importId: found.id })}
              >
                {t("Open")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open && <ImportDialog {...open} onClose={() => setOpen(null)} />}
      <p className="max-w-prose text-sm text-muted">
        {t("More than 2 GB? Ask your server's administrator.")}
      </p>
    </div>
  );
}
