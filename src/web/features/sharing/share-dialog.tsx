import type { Folder } from "#contract/folders.ts";
import type { Note } from "#contract/notes.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { GuestsPart } from "./guests-part.tsx";
import { PublishPart } from "./publish-part.tsx";
import { t } from "../../lib/messages/t.ts";

export type SharedThing = { note: Note } | { folder: Folder };

/** Who besides its owner reads a note or a folder: people with an account, and for a note everybody who has its address. */
export function ShareDialog({ thing, onClose }: { thing: SharedThing; onClose: () => void }) {
  const name = "note" in thing ? thing.note.title.trim() || t("Untitled") : thing.folder.name;
  return (
    <Dialog title={t("Share {name}", { name: shortened(name) })} isOpen onClose={onClose}>
      <GuestsPart thing={thing} />
      {"note" in thing && (
        <section aria-labelledby="publish-heading" className="mt-6 border-t border-line pt-5">
          <h3 id="publish-heading" className="text-sm font-semibold">
            {t("Publish")}
          </h3>
          <PublishPart noteId={thing.note.id} />
        </section>
      )}
    </Dialog>
  );
}

const shortened = (name: string) => (name.length > 60 ? `${name.slice(0, 58).trimEnd()}...` : name);
