import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Editor } from "@tiptap/core";
import { ExternalLink, FileText } from "lucide-react";
import { useState } from "react";
import { useAfterPause } from "../../../editor/view/use-after-pause.ts";
import { cachedNote } from "../../../kernel/notes/note-cache.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import type { PageNote } from "../../../kernel/workspace/page-note.ts";
import { isUnreachable } from "../../../platform/rpc-errors.ts";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { backlinksOptions } from "./links-in.ts";
import { Group, Mentions, Quiet } from "./link-lists.tsx";
import { linksOut } from "./links-out.ts";
import { RelatedNotes } from "./related-notes.tsx";
import { t } from "../../../lib/messages/t.ts";

const PAUSE_MS = 400;

/** What leads to the note, and what it leads to. */
export function LinksPanel({ page: { noteId, note, editor } }: { page: PageNote }) {
  return (
    <div className="flex flex-col gap-5 pb-6">
      {note && <LinksIn noteId={noteId} />}
      {editor && <LinksOut key={editor.instanceId} editor={editor} />}
      {note && <RelatedNotes noteId={noteId} />}
    </div>
  );
}

function LinksIn({ noteId }: { noteId: string }) {
  const { data, error } = useQuery(backlinksOptions(noteId));
  if (!data)
    return error && isUnreachable(error) ? (
      <Quiet>{t("Can't load backlinks while offline.")}</Quiet>
    ) : (
      <SkeletonRows count={2} />
    );
  return (
    <>
      <Group title={t("Backlinks")} count={data.linked.length}>
        {data.linked.length > 0 ? (
          <Mentions mentions={data.linked} />
        ) : (
          <Quiet>{t("No note links here yet. Type [[ in another note to link to this one.")}</Quiet>
        )}
      </Group>
      {data.unlinked.length > 0 && (
        <Group title={t("Unlinked mentions")} count={data.unlinked.length}>
          <Mentions mentions={data.unlinked} />
        </Group>
      )}
    </>
  );
}

function LinksOut({ editor }: { editor: Editor }) {
  const [{ notes, addresses }, setLinks] = useState(() => linksOut(editor.state.doc));
  useAfterPause(editor, PAUSE_MS, () => setLinks(linksOut(editor.state.doc)));
  return (
    <>
      <Group title={t("Links in this note")} count={notes.length}>
        {notes.length > 0 ? (
          <ul>
            {notes.map(({ noteId, title }) => (
              <li key={noteId ?? title}>
                <ToNote noteId={noteId} title={title} />
              </li>
            ))}
          </ul>
        ) : (
          <Quiet>{t("Type [[ in the text to link another note.")}</Quiet>
        )}
      </Group>
      {addresses.length > 0 && (
        <Group title={t("Web links")} count={addresses.length}>
          <ul>
            {addresses.map(({ href, words }) => (
              <li key={href}>
                <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={rowClass}>
                  <ExternalLink size={15} className="shrink-0 text-faint" aria-hidden="true" />
                  <span className="min-w-0">
                    <span className="block truncate">{words}</span>
                    <span className="block truncate text-xs text-faint">{href}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </Group>
      )}
    </>
  );
}

const rowClass = "tap flex min-h-9 items-center gap-2 rounded-md px-2 py-1 text-sm hover:bg-hover";

function ToNote({ noteId, title }: { noteId: string | null; title: string }) {
  const known = noteId ? cachedNote(noteId) : undefined;
  const words = known ? titleOf(known) : title || t("Untitled");
  const icon = <FileText size={15} className="shrink-0 text-faint" aria-hidden="true" />;
  if (!noteId)
    return (
      <span className={`${rowClass} text-muted`}>
        {icon}
        <span className="min-w-0 truncate">{words}</span>
      </span>
    );
  return (
    <Link to="/app/editor/{-$noteId}" params={{ noteId }} className={rowClass}>
      {icon}
      <span className="min-w-0 truncate">{words}</span>
    </Link>
  );
}
