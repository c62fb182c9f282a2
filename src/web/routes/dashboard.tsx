import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus, SlidersHorizontal } from "lucide-react";
import { useScreen } from "../app/dashboard/use-screen.ts";
import { DashboardWidgets } from "../app/dashboard/dashboard-widgets.tsx";
import { useDashboard } from "../app/dashboard/use-dashboard.ts";
import { DashboardBanner } from "../features/dashboard/dashboard-banner.tsx";
import { useLayout } from "../features/dashboard/layout-changes.ts";
import { useStatusChoice } from "../features/status-bar/status-choice.ts";
import { SearchBox } from "../features/notes/search/search-box.tsx";
import { setEditMode } from "../kernel/workspace/edit-mode.ts";
import { useWorkspace } from "../kernel/workspace/frame.ts";
import { t } from "../lib/messages/t.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { deferred } from "../ui/deferred.tsx";
import { Tooltip } from "../ui/overlay/tooltip.tsx";
import { TabList, tabPanel } from "../ui/tab-list.tsx";

const SearchResults = deferred(() =>
  import("../features/notes/search/search-results.tsx").then((module) => module.SearchResults),
);

const FoundBeside = deferred(async () => (await import("../app/found-beside.tsx")).FoundBeside);

const WeatherGlance = deferred(
  async () => (await import("../features/weather/weather-glance.tsx")).WeatherGlance,
);

const DashboardStatus = deferred(
  async () => (await import("../app/dashboard/dashboard-status.tsx")).DashboardStatus,
);

const LayoutMenu = deferred(async () => (await import("../features/dashboard/layout-menu.tsx")).LayoutMenu);

const WIDGETS = "dashboard-widgets";

export function Dashboard() {
  const { q = "", layout: layoutId } = useSearch({ from: "/app/dashboard" });
  const navigate = useNavigate();
  const query = q.trim();
  const { heading, greeting, create, isCreating } = useDashboard(t("Dashboard"));
  const { layouts, layout } = useLayout(layoutId);
  const screen = useScreen();
  const isEditing = useWorkspace()?.isDashboardEditing ?? false;
  const open = (id: string | undefined) =>
    void navigate({ to: ".", search: id && id !== layouts[0]?.id ? { layout: id } : {} });
  const isStatusShown = useStatusChoice().isEnabled;
  const panel = layout && layouts.length > 1 ? tabPanel(WIDGETS, layout.id) : {};
  return (
    <>
      <DashboardBanner
        greeting={greeting}
        heading={heading}
        isEditing={isEditing}
        weather={
          // Its place is there before it, so that nothing moves when it comes.
          <span className="hidden w-18 justify-end sm:inline-flex">
            <WeatherGlance />
          </span>
        }
      />
      {isStatusShown && (
        // As high as the bar, which comes later.
        <div className="min-h-9">
          <DashboardStatus />
        </div>
      )}
      <div className="mx-auto max-w-[100rem] px-4 sm:px-6">
        <div className="flex flex-wrap items-center gap-2 py-3">
          {layout && layouts.length > 1 && (
            <TabList
              label={t("Dashboards")}
              tabs={layouts.map(({ id, name }) => ({ id, title: name }))}
              current={layout.id}
              panelId={WIDGETS}
              onChoose={open}
            />
          )}
          <SearchBox
            className="min-w-40 flex-1"
            value={q}
            onChange={(value) =>
              void navigate({
                to: ".",
                search: { ...(layoutId && { layout: layoutId }), ...(value && { q: value }) },
                replace: true,
              })
            }
          />
          <Button look="primary" data-tour="create-note" isBusy={isCreating} onClick={create}>
            <Plus size={15} /> {t("New Note")}
          </Button>
          {isEditing && layout && <LayoutMenu layout={layout} layouts={layouts} onOpen={open} />}
          <EditToggle isOn={isEditing} />
        </div>
        {query ? (
          <section aria-label={t("Results")}>
            <SearchResults query={query} beside={<FoundBeside query={query} />} />
          </section>
        ) : (
          <div {...panel} data-tour="notes-list">
            <DashboardWidgets layoutId={layoutId} screen={screen} isEditing={isEditing} />
          </div>
        )}
      </div>
    </>
  );
}

function EditToggle({ isOn }: { isOn: boolean }) {
  const label = isOn ? t("Stop editing the dashboard") : t("Edit the dashboard");
  return (
    <Tooltip words={label}>
      <IconButton label={label} isOn={isOn} onClick={() => void setEditMode("dashboard", !isOn)}>
        <SlidersHorizontal size={16} />
      </IconButton>
    </Tooltip>
  );
}
