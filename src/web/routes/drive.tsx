import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { DriveScreen, type DriveSearch } from "../features/drive/drive-screen.tsx";
import { IdentityDialog } from "../features/settings/identity-dialog.tsx";
import { t } from "../lib/messages/t.ts";
import { usePageTitle } from "../lib/page-title.ts";

/** Google Drive; Google itself sends people back here. */
export function DrivePage() {
  const search = useSearch({ strict: false }) as DriveSearch;
  const navigate = useNavigate();
  const heading = usePageTitle(t("Google Drive"));
  const handleSeen = useCallback(
    () => void navigate({ to: "/app/drive", search: {} as never, replace: true }),
    [navigate],
  );
  return (
    <>
      <DriveScreen search={search} heading={heading} onSeen={handleSeen} />
      <IdentityDialog />
    </>
  );
}
