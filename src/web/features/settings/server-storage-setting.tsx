import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { formatBytes } from "../../lib/format-bytes.ts";

export function ServerStorageSetting() {
  const { data: kept, isError } = useQuery(api.security.kept.queryOptions({ input: {}, staleTime: 0 }));
  const { data: usage } = useQuery(api.files.usage.queryOptions({ input: {}, staleTime: 0 }));
  if (!kept)
    return isError ? <p className="text-sm text-muted">This needs the server, which is away.</p> : null;
  const rows = [
    ["Notes", String(kept.notes)],
    ["Notes in the trash", String(kept.trashedNotes)],
    ["Folders", String(kept.folders)],
    ["Text with its history", formatBytes(kept.textBytes)],
    ["Files", `${kept.files} (${formatBytes(kept.fileBytes)})`],
    ...(usage?.quotaBytes ? [["Room for files", roomWords(usage.bytes, usage.quotaBytes)] as const] : []),
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
  `${formatBytes(Math.max(0, quotaBytes - bytes))} of ${formatBytes(quotaBytes)} left`;
