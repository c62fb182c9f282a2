import { useQuery } from "@tanstack/react-query";
import { formatBytes } from "../../lib/format-bytes.ts";
import { Bar } from "../../ui/bar.tsx";
import { usageOptions } from "./files-query.ts";
import { t } from "../../lib/messages/t.ts";

/** How much of one's share is taken, where the operator gave shares. */
export function UsageBar() {
  const { data: usage } = useQuery(usageOptions());
  if (!usage) return null;
  const { bytes, trashedBytes, quotaBytes } = usage;
  const used =
    quotaBytes === null
      ? t("{bytes} used", { bytes: formatBytes(bytes) })
      : t("{bytes} used of {quota}", { bytes: formatBytes(bytes), quota: formatBytes(quotaBytes) });
  const part = quotaBytes ? Math.min(1, bytes / quotaBytes) : 0;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      {quotaBytes !== null && (
        <Bar
          label={t("Space used by your files")}
          as="meter"
          part={part}
          isHigh={part > 0.9}
          className="w-32"
        />
      )}
      <p className="tabular-nums">
        {trashedBytes > 0
          ? t("{used}, including {trashed} in the trash", { used, trashed: formatBytes(trashedBytes) })
          : used}
      </p>
    </div>
  );
}
