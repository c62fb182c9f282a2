import { ExternalLink } from "lucide-react";
import { defineFields } from "../../../kernel/widgets/settings.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { NothingYet } from "../../../kernel/widgets/widget-states.tsx";
import { Button } from "../../../ui/button.tsx";
import { t } from "../../../lib/messages/t.ts";
import { type Bookmark, readBookmarks, unreadBookmarks } from "./read-bookmarks.ts";

const fields = defineFields({
  links: {
    kind: "text",
    label: t("Links"),
    hint: t("One on each line: a name, then an address."),
    initial: "",
    isLong: true,
    most: 5_000,
    unread: unreadBookmarks,
    placeholder: t("Wiki https://en.wikipedia.org"),
  },
});

function Links({ links }: { links: readonly Bookmark[] }) {
  return (
    <ul className="-mx-2 grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-1">
      {links.map(({ name, href, host }) => (
        <li key={`${name} ${href}`}>
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            className="tap flex min-h-11 flex-col justify-center rounded-md px-2 hover:bg-hover"
          >
            <span dir="auto" className="flex min-w-0 items-center gap-1.5 text-sm">
              <span className="truncate">{name}</span>
              <ExternalLink size={12} aria-label={t("opens in a new tab")} className="shrink-0 text-faint" />
            </span>
            <span className="truncate text-xs text-muted">{host}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export const widget = defineWidget({
  fields,
  View: function Bookmarks({ settings: { links }, openSettings }) {
    const read = readBookmarks(links);
    return read.length === 0 ? (
      <NothingYet action={<Button onClick={openSettings}>{t("Add Links...")}</Button>}>
        {t("Places you go to often.")}
      </NothingYet>
    ) : (
      <Links links={read} />
    );
  },
  Preview: () => (
    <Links links={readBookmarks("Wikipedia https://en.wikipedia.org\nOpenStreetMap openstreetmap.org")} />
  ),
});
