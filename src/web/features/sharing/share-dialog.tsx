import { useId, useState } from "react";
import type { Folder } from "#contract/folders.ts";
import type { Note } from "#contract/notes.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { TabList, tabPanel } from "../../ui/tab-list.tsx";
import { GuestsPart } from "./guests-part.tsx";
import { PublishPart } from "./publish-part.tsx";
import { t } from "../../lib/messages/t.ts";

export type SharedThing = { note: Note } | { folder: Folder };

const TABS = [
  { id: "people", title: t("People") },
  { id: "page", title: t("Web page") },
] as const;

/** Who besides its owner reads a note or a folder: people with an account, and for a note everybody who has its address. */
export function ShareDialog({ thing, onClose }: { thing: SharedThing; onClose: () => void }) {
  const [tab, setTab] = useState<(typeof TABS)[number]["id"]>("people");
  const panelId = useId();
  const name = "note" in thing ? thing.note.title.trim() || t("Untitled") : thing.folder.name;
  return (
    <Dialog title={t("Share {name}", { name: shortened(name) })} isOpen onClose={onClose}>
      {"note" in thing ? (
        <>
          <TabList label={t("Share with")} tabs={TABS} current={tab} panelId={panelId} onChoose={setTab} />
          <div {...tabPanel(panelId, tab)} className="mt-3 border-t border-line pt-4">
            {tab === "people" ? <GuestsPart thing={thing} /> : <PublishPart noteId={thing.note.id} />}
          </div>
        </>
      ) : (
        <GuestsPart thing={thing} />
      )}
    </Dialog>
  );
}

const shortened = (name: string) => (name.length > 60 ? `${name.slice(0, 58).trimEnd()}...` : name);
