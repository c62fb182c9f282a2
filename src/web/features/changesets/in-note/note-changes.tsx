import { Link } from "@tanstack/react-router";
import type { Editor } from "@tiptap/core";
import { ListChecks } from "lucide-react";
import { useState } from "react";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { deferred } from "../../../ui/deferred.tsx";
import { useWaitingParts } from "./waiting-parts.ts";

const Review = deferred(async () => (await import("./review-bar.tsx")).ReviewBar);

type NoteChangesProps = {
  noteId: string;
  editor: Editor;
  /** The tools of the text stay at the top of the page. */
  hasTopTools: boolean;
};

/** Above the text of a note for which changes wait: says so, and shows them in it. */
export function NoteChanges({ noteId, editor, hasTopTools }: NoteChangesProps) {
  const parts = useWaitingParts(noteId);
  const [isReviewing, setIsReviewing] = useState(false);
  if (parts.length === 0) return null;
  if (isReviewing)
    return (
      <Review
        noteId={noteId}
        editor={editor}
        parts={parts}
        hasTopTools={hasTopTools}
        onClose={() => setIsReviewing(false)}
      />
    );
  return (
    <div className="note-chrome mx-auto w-full max-w-3xl px-4 py-2 sm:px-6 print:hidden">
      <div className="flex flex-wrap items-center gap-2 rounded-md bg-accent-soft px-3 py-1.5 text-sm">
        <ListChecks size={15} className="shrink-0 text-accent" aria-hidden="true" />
        <p role="status" className="min-w-32 flex-1">
          {plural(parts.length, { one: "{count} proposed change", other: "{count} proposed changes" })}
        </p>
        <Button look="primary" className="pointer-coarse:h-11" onClick={() => setIsReviewing(true)}>
          {t("Review")}
        </Button>
        <Link
          to="/app/changes/$changesetId"
          params={{ changesetId: parts[0]!.changesetId }}
          className={buttonClass("quiet", "pointer-coarse:h-11")}
        >
          {t("Open in Changes")}
        </Link>
      </div>
    </div>
  );
}
