import { LastEntries } from "../../features/activity/last-entries.tsx";
import { defineWidget } from "../../kernel/widgets/widget.ts";
import { t } from "../../lib/messages/t.ts";
import { WithActivityLog } from "../activity-log.tsx";

export const widget = defineWidget({
  link: { to: "/app/activity", words: t("View All Activity") },
  View: () => (
    <WithActivityLog>
      <LastEntries />
    </WithActivityLog>
  ),
  Preview: () => (
    <ol className="text-sm text-muted">
      {[t("Created the note Pond"), t("Moved Quince to Garden"), t("Ticked off Order stone")].map((words) => (
        <li key={words} className="py-1">
          {words}
        </li>
      ))}
    </ol>
  ),
});
