import { t } from "../../../lib/messages/t.ts";
import { ChangedRecord, useNames } from "./changed-record.tsx";
import type { ChangedRecord as Record_ } from "../parts.ts";

/** What is to be done with tasks, events and whatever else is changed as a whole. */
export function ChangedRecords({
  changesetId,
  records,
}: {
  changesetId: string;
  records: readonly Record_[];
}) {
  const names = useNames(records);
  if (records.length === 0) return null;
  return (
    <ol aria-label={t("Things to do")} className="flex flex-col gap-2 pb-2">
      {records.map((record) => (
        <li key={record.place}>
          <ChangedRecord changesetId={changesetId} record={record} names={names} />
        </li>
      ))}
    </ol>
  );
}
