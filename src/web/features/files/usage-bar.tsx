import { useQuery } from "@tanstack/react-query";
import { formatBytes } from "../../lib/format-bytes.ts";
import { Bar } from "../../ui/bar.tsx";
import { usageOptions } from "./files-query.ts";

/** How much of one's share is taken, where the operator gave shares. */
export function UsageBar() {
  const { data: usage } = useQuery(usageOptions());
  if (!usage) return null;
  const { bytes, trashedBytes, quotaBytes } = usage;
  const trashed = trashedBytes > 0 ? `, ${formatBytes(trashedBytes)} of it in the trash` : "";
  const part = quotaBytes ? Math.min(1, bytes / quotaBytes) : 0;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      {quotaBytes !== null && (
        <Bar label="Space your files take" as="meter" part={part} isHigh={part > 0.9} className="w-32" />
      )}
      <p className="tabular-nums">
        {formatBytes(bytes)} used{quotaBytes !== null && ` of ${formatBytes(quotaBytes)}`}
        {trashed}
      </p>
    </div>
  );
}
