import { useNavigate, useParams } from "@tanstack/react-router";
import { ChangeListScreen } from "../../features/changesets/change-list.tsx";
import { ChangeScreen } from "../../features/changesets/change-screen.tsx";
import { t } from "../../lib/messages/t.ts";
import { usePageTitle } from "../../lib/page-title.ts";

export function ChangesPage() {
  const heading = usePageTitle(t("Changes"));
  return <ChangeListScreen heading={heading} />;
}

export function ChangePage() {
  const { changesetId = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const heading = usePageTitle(t("Changes"), changesetId);
  return (
    <ChangeScreen
      key={changesetId}
      id={changesetId}
      heading={heading}
      onGone={() => void navigate({ to: "/app/changes" })}
    />
  );
}
