import { Link, useRouterState } from "@tanstack/react-router";
import { Hourglass } from "lucide-react";
import { usePageTitle } from "../lib/page-title.ts";
import { buttonClass } from "../ui/button.tsx";
import type { LATER_PAGES } from "../app/shell/addresses.ts";
import { Screen } from "../ui/screen.tsx";
import { t } from "../lib/messages/t.ts";

/** What a later page of the app is to be; each has its place already, and says so while nothing of it works. */
type LaterPage = { title: string; words: string; meanwhile: { to: string; label: string } };

const BROWSE = { to: "/app/explorer", label: t("Open the explorer") };

const pages: Record<(typeof LATER_PAGES)[number], LaterPage> = {
  seo: {
    title: t("SEO"),
    words: t(
      "Check your published pages for search engines: titles, headings, links and readability, on your own device.",
    ),
    meanwhile: BROWSE,
  },
};

/** An honest page: what will be here, that it is not here yet, and what one can do now. */
export function ComingSoon() {
  const name = useRouterState({ select: ({ location }) => location.pathname.split("/")[2] ?? "" });
  const page = pages[name as keyof typeof pages];
  return page ? <Announcement page={page} /> : null;
}

function Announcement({ page: { title, words, meanwhile } }: { page: LaterPage }) {
  const heading = usePageTitle(title);
  return (
    <Screen frame="reading" title={title} heading={heading}>
      <p className="inline-flex items-center gap-1.5 rounded-md bg-accent-soft px-2 py-0.5 text-xs font-medium text-accent">
        <Hourglass size={12} aria-hidden="true" /> {t("Coming soon")}
      </p>
      <p className="mt-3 max-w-xl text-lg text-muted text-pretty">{words}</p>
      <p className="mt-4 text-muted">{t("This isn't available yet.")}</p>
      <Link to={meanwhile.to} className={buttonClass("plain", "mt-6")}>
        {meanwhile.label}
      </Link>
    </Screen>
  );
}
