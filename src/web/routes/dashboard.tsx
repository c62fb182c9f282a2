import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus, SlidersHorizontal } from "lucide-react";
import { NoteRow } from "../features/notes/list/note-row.tsx";
import { Results } from "../features/notes/search/results.tsx";
import { SearchBox } from "../features/notes/search/search-box.tsx";
import { setEditMode } from "../kernel/workspace/edit-mode.ts";
import { useWorkspace } from "../kernel/workspace/frame.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { deferred } from "../ui/deferred.tsx";
import { Screen } from "../ui/screen.tsx";
import { Tooltip } from "../ui/overlay/tooltip.tsx";
import { DashboardNotes, useDashboard } from "../app/notes/dashboard-notes.tsx";
import { t } from "../lib/messages/t.ts";

const SearchResults = deferred(() =>
  import("../features/notes/search/search-results.tsx").then((module) => module.SearchResults),
);

const FoundBeside = deferred(async () => (await import("../app/found-beside.tsx")).FoundBeside);

export function Dashboard() {
  const { q = "" } = useSearch({ from: "/app/dashboard" });
  const navigate = useNavigate();
  const query = q.trim();
  const { heading, greeting, create, isCreating } = useDashboard(t("Dashboard"));
  return (
    <Screen
      frame="reading"
      title={greeting}
      heading={heading}
      actions={<EditToggle />}
      filters={
        <div className="flex gap-2">
          <SearchBox
            className="min-w-0 flex-1"
            value={q}
            onChange={(value) => void navigate({ to: ".", search: value ? { q: value } : {}, replace: true })}
          />
          <Button look="primary" data-tour="create-note" isBusy={isCreating} onClick={create}>
            <Plus size={15} /> {t("New Note")}
          </Button>
        </div>
      }
    >
      {query ? (
        <section aria-label={t("Results")} className="mt-6 md:mt-10">
          <SearchResults query={query} beside={<FoundBeside query={query} />} />
        </section>
      ) : (
        // The rows' own edge, which shows under the pointer, lies outside of the column.
        <div className="-mx-3">
          <Results>
            <DashboardNotes Row={NoteRow} allAt="/app/explorer" onCreate={create} />
          </Results>
        </div>
      )}
    </Screen>
  );
}

function EditToggle() {
  const isOn = useWorkspace()?.isDashboardEditing ?? false;
  const label = isOn ? t("Stop editing the dashboard") : t("Edit the dashboard");
  return (
    <Tooltip words={label}>
      <IconButton label={label} isOn={isOn} onClick={() => void setEditMode("dashboard", !isOn)}>
        <SlidersHorizontal size={16} />
      </IconButton>
    </Tooltip>
  );
}
