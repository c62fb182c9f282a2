import { useSearch } from "@tanstack/react-router";
import { NoteReport } from "../features/seo/note-report.tsx";
import { PagesList } from "../features/seo/pages-list.tsx";
import { t } from "../lib/messages/t.ts";
import { usePageTitle } from "../lib/page-title.ts";

/** Search engines: all published pages, or one note. */
export function SeoPage() {
  const { note } = useSearch({ strict: false }) as { note?: string };
  const heading = usePageTitle(t("SEO"), `seo ${note ?? ""}`);
  return note ? <NoteReport key={note} noteId={note} heading={heading} /> : <PagesList heading={heading} />;
}
