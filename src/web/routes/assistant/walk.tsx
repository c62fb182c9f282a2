import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type Walk, WalkScreen } from "../../features/changesets/rehearsal/walk-screen.tsx";
import { t } from "../../lib/messages/t.ts";
import { usePageTitle } from "../../lib/page-title.ts";

export function WalkPage() {
  const { changesetId = "" } = useParams({ strict: false });
  const search: Walk = useSearch({ strict: false });
  const navigate = useNavigate();
  const heading = usePageTitle(t("Rehearsal"), `walk ${changesetId}`);
  return (
    <WalkScreen
      key={changesetId}
      id={changesetId}
      heading={heading}
      {...search}
      onGo={(to) =>
        void navigate({ to: "/app/changes/$changesetId/walk", params: { changesetId }, search: to })
      }
    />
  );
}
