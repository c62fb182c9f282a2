import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useEffect } from "react";
import { isEditing, saveLayout, useEditModeEnd } from "../../kernel/workspace/edit-mode.ts";
import { frameOptions, useWorkspace } from "../../kernel/workspace/frame.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useTimeChoices } from "../../ui/dates/time.tsx";
import { clockTime } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";

/** Says that the layout can be changed, until when, and locks it. */
export function EditModeBar() {
  useTimeChoices();
  const workspace = useWorkspace();
  useEditModeEnd();
  useTellOfDefaults();
  if (!workspace || !isEditing(workspace)) return null;
  const { isDashboardEditing, isSidebarEditing, editModeExpiresAt } = workspace;
  return (
    <Banner
      tone="accent"
      action={
        <Button look="primary" onClick={() => void saveLayout()}>
          <Lock size={14} aria-hidden="true" /> {t("Save layout")}
        </Button>
      }
    >
      {!isSidebarEditing
        ? t("You're editing the dashboard.")
        : isDashboardEditing
          ? t("You're editing the dashboard and the sidebar.")
          : t("You're editing the sidebar.")}{" "}
      {t("Drag the dividers, or move them with the arrow keys.")}
      {editModeExpiresAt && (
        <span className="text-muted">
          {" "}
          {t("Until {time}.", { time: clockTime(new Date(editModeExpiresAt)) })}
        </span>
      )}
    </Banner>
  );
}

/** Without an answer and without a copy on this device everything is as at the start, which nobody chose. */
function useTellOfDefaults(): void {
  const { isError, data } = useQuery(frameOptions());
  const isUnknown = isError && data === undefined;
  useEffect(() => {
    if (isUnknown) toast.error(t("Failed to load dashboard settings"));
  }, [isUnknown]);
}
