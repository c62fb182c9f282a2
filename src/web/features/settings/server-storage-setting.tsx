import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { t } from "../../lib/messages/t.ts";

export function ServerStorageSetting() {
  const { data: kept, isError } = useQuery(api.security.kept.queryOptions({ input: {}, staleTime: 0 }));
  const { data: usage } = useQuery(api.files.usage.queryOptions({ input: {}, staleTime: 0 }));
  if (!kept) return isError ? <p className="text-sm text-muted">{t("You're offline.")}</p> : null;
  const rows = [
    [t("Notes"), String(kept.notes)],
    [t("Notes in the trash"), String(kept.trashedNotes)],
    [t("Folders"), String(kept.folders)],
    [t("Text and its history"), formatBytes(kept.textBytes)],
    [t("Files"), `${kept.files} (${formatBytes(kept.fileBytes)})`],
    ...(usage?.quotaBytes ? [[t("Space for files"), roomWords(usage.bytes, usage.quotaBytes)] as const] : []),
  ] as const;
  return (
    <dl className="max-w-sm divide-y divide-line text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 py-1.5 first:pt-0">
          <dt className="text-muted">{name}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const roomWords = (bytes: number, quotaBytes: number): string =>
  t("{left} of {quota} left", {
    left: formatBytes(Math.max(0, quotaBytes - bytes)),
    quota: formatBytes(quotaBytes),
  });
