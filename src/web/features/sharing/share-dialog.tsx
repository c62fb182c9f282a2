import { useId, useState } from "react";
import type { Calendar } from "#contract/calendars.ts";
import type { Folder } from "#contract/folders.ts";
import type { Note } from "#contract/notes.ts";
import type { Project } from "#contract/projects.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { TabList, tabPanel } from "../../ui/tab-list.tsx";
import { GuestsPart } from "./guests-part.tsx";
import { ProjectPart } from "./project-part.tsx";
import { PublishPart } from "./publish-part.tsx";
import { t } from "../../lib/messages/t.ts";

/** A project is shared with its folder. */
export type SharedThing = { note: Note } | { folder: Folder } | { calendar: Calendar } | { project: Project };

const TABS = [
  { id: "people", title: t("People") },
  { id: "page", title: t("Web page") },
] as const;

const nameOf = (thing: SharedThing): string => {
  if ("note" in thing) return thing.note.title.trim() || t("Untitled");
  if ("project" in thing) return thing.project.title;
  return "folder" in thing ? thing.folder.name : thing.calendar.name;
};

/** Who besides its owner reads a note, a folder, a calendar or a project: people with an account, and for a note everybody who has its address. */
export function ShareDialog({ thing, onClose }: { thing: SharedThing; onClose: () => void }) {
  const [tab, setTab] = useState<(typeof TABS)[number]["id"]>("people");
  const panelId = useId();
  const name = nameOf(thing);
  return (
    <Dialog title={t("Share {name}", { name: shortened(name) })} isOpen onClose={onClose}>
      {"note" in thing ? (
        <>
          <TabList label={t("Share with")} tabs={TABS} current={tab} panelId={panelId} onChoose={setTab} />
          <div {...tabPanel(panelId, tab)} className="mt-3 border-t border-line pt-4">
            {tab === "people" ? <People thing={thing} /> : <PublishPart noteId={thing.note.id} />}
          </div>
        </>
      ) : "project" in thing ? (
        <ProjectPart project={thing.project} />
      ) : "folder" in thing ? (
        <People thing={thing} />
      ) : (
        <GuestsPart thing={thing} />
      )}
    </Dialog>
  );
}

/** A note tells its readers more than its text: see docs/decisions/137-text-origins.md. */
function People({ thing }: { thing: SharedThing }) {
  return (
    <>
      <GuestsPart thing={thing} />
      <p className="mt-4 text-xs text-faint">
        {t("They can also see where the text came from, and what AI models were asked for in it.")}
      </p>
    </>
  );
}

const shortened = (name: string) => (name.length > 60 ? `${name.slice(0, 58).trimEnd()}...` : name);
