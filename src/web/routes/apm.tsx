import { useNavigate, useSearch } from "@tanstack/react-router";
import { OwnPages } from "../features/performance/own-pages.tsx";
import { t } from "../lib/messages/t.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { useSession } from "../platform/session.ts";
import { deferred } from "../ui/deferred.tsx";
import { Screen } from "../ui/screen.tsx";
import { TabList, tabPanel } from "../ui/tab-list.tsx";

const ServerView = deferred(
  async () => (await import("../features/performance/server/server-view.tsx")).ServerView,
);

const PANEL = "performance-panel";
type View = "pages" | "server";

/** How fast the pages were for this person; for the operator also how the server does. */
export function ApmPage() {
  const heading = usePageTitle(t("Performance"));
  const isOperator = useSession((state) => state.status === "signed-in" && state.session.isOperator);
  const search = useSearch({ strict: false }) as { view?: string; hours?: string };
  const navigate = useNavigate();
  const go = (next: { view?: string; hours?: string }) =>
    void navigate({ to: ".", search: next as never, replace: true });
  const view: View = isOperator && search.view === "server" ? "server" : "pages";
  if (!isOperator)
    return (
      <Screen frame="reading" title={t("Performance")} heading={heading}>
        <OwnPages />
      </Screen>
    );
  return (
    <Screen
      frame="reading"
      title={t("Performance")}
      heading={heading}
      filters={
        <TabList<View>
          label={t("Whose performance")}
          tabs={[
            { id: "pages", title: t("Your pages") },
            { id: "server", title: t("This server") },
          ]}
          current={view}
          panelId={PANEL}
          onChoose={(id) => go(id === "server" ? { view: id } : {})}
        />
      }
    >
      <div {...tabPanel(PANEL, view)} className="pt-4">
        {view === "server" ? (
          <ServerView hours={search.hours} onHours={(hours) => go({ view: "server", hours })} />
        ) : (
          <OwnPages />
        )}
      </div>
    </Screen>
  );
}
