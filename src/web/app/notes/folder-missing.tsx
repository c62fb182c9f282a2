import { Link } from "@tanstack/react-router";
import { FolderX } from "lucide-react";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { t } from "../../lib/messages/t.ts";

/** What stands where a folder was. */
export function FolderMissing() {
  return (
    <EmptyState
      icon={<FolderX size={20} />}
      title={t("Folder not found")}
      action={
        <Link to="/app/explorer" className={buttonClass("primary")}>
          {t("Open the explorer")}
        </Link>
      }
    >
      {t("It was deleted, or you don't have access to it. The explorer shows all your notes.")}
    </EmptyState>
  );
}
