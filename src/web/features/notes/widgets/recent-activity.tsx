import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FilePlus2, PencilLine } from "lucide-react";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { NothingYet, WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { t } from "../../../lib/messages/t.ts";
import { Time } from "../../../ui/dates/time.tsx";
import { noteListOptions } from "../list/note-list-options.ts";
import { recentItems } from "./recent-items.ts";

const FACES = {
  created: { icon: FilePlus2, words: t("Created") },
  edited: { icon: PencilLine, words: t("Edited") },
};

type RowProps = { kind: keyof typeof FACES; title: string; at: string; noteId?: string };

function Row({ kind, title, at, noteId }: RowProps) {
  const { icon: Icon, words } = FACES[kind];
  return (
    <li className="relative flex min-h-9 items-center gap-3 rounded-md px-2 text-sm hover:bg-hover pointer-coarse:min-h-11">
      <Icon size={15} aria-hidden="true" className="shrink-0 text-faint" />
      <span className="shrink-0 text-muted">{words}</span>
      {noteId ? (
        <Link
          to="/app/editor/{-$noteId}"
          params={{ noteId }}
          dir="auto"
          className="row-link min-w-0 flex-1 truncate"
        >
          {title}
        </Link>
      ) : (
        <span className="min-w-0 flex-1 truncate">{title}</span>
      )}
      <Time at={at} className="shrink-0 text-xs text-faint" />
    </li>
  );
}

export const widget = defineWidget({
  link: { to: "/app/activity", words: t("View All Activity") },
  View: function RecentActivity() {
    const query = useInfiniteQuery(noteListOptions({ trashed: false }));
    const items = recentItems(query.data?.pages[0]?.notes ?? []);
    return (
      <WidgetStates
        of={query}
        empty={items.length === 0 && <NothingYet>{t("What you write shows up here.")}</NothingYet>}
      >
        <ul className="-mx-2">
          {items.map(({ id, kind, note, at }) => (
            <Row key={id} kind={kind} title={titleOf(note)} at={at} noteId={note.id} />
          ))}
        </ul>
      </WidgetStates>
    );
  },
  Preview: function RecentActivityPreview() {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    return (
      <ul className="-mx-2">
        <Row kind="edited" title={t("Dry stone walls")} at={ago(4)} />
        <Row kind="created" title={t("Ideas for the orchard")} at={ago(50)} />
        <Row kind="edited" title={t("Reading list")} at={ago(190)} />
      </ul>
    );
  },
});
