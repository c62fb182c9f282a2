import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Shuffle } from "lucide-react";
import { useState } from "react";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { NothingYet, WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";
import { Time } from "../../../ui/dates/time.tsx";
import { noteListOptions } from "../list/note-list-options.ts";

export const widget = defineWidget({
  View: function RandomNote() {
    // The longest untouched come first: what one has forgotten.
    const query = useInfiniteQuery(noteListOptions({ trashed: false, sort: "updated", order: "asc" }));
    const notes = query.data?.pages[0]?.notes ?? [];
    const [at, setAt] = useState(() => Math.random());
    const note = notes[Math.floor(at * notes.length)];
    return (
      <WidgetStates of={query} empty={!note && <NothingYet>{t("What you write shows up here.")}</NothingYet>}>
        {note && (
          <div className="flex h-full flex-col gap-2">
            <Link
              to="/app/editor/{-$noteId}"
              params={{ noteId: note.id }}
              dir="auto"
              className="truncate font-medium hover:underline"
            >
              {titleOf(note)}
            </Link>
            <p dir="auto" className="min-h-0 flex-1 overflow-hidden text-sm text-muted">
              {note.excerpt}
            </p>
            <p className="flex items-center justify-between text-xs text-faint">
              <Time at={note.updatedAt} />
              <Button look="quiet" onClick={() => setAt(Math.random())}>
                <Shuffle size={14} aria-hidden="true" /> {t("Another one")}
              </Button>
            </p>
          </div>
        )}
      </WidgetStates>
    );
  },
  Preview: () => (
    <>
      <p className="font-medium">{t("What the sea said")}</p>
      <p className="pt-2 text-sm text-muted">
        {t("Notes from the walk to the lighthouse, with the names of the birds.")}
      </p>
    </>
  ),
});
