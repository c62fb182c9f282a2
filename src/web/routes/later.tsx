import { Link, useRouterState } from "@tanstack/react-router";
import { Hourglass } from "lucide-react";
import { usePageTitle } from "../lib/page-title.ts";
import { buttonClass } from "../ui/button.tsx";
import { LATER_PAGES, type LaterPage } from "./addresses.ts";

/** An honest page: what will be here, that it is not here yet, and what one can do now. */
export function Later() {
  const name = useRouterState({ select: ({ location }) => location.pathname.split("/")[2] ?? "" });
  const page = LATER_PAGES[name];
  return page ? <Announcement page={page} /> : null;
}

function Announcement({ page: { title, words, meanwhile } }: { page: LaterPage }) {
  const heading = usePageTitle(title);
  return (
    <div className="mx-auto max-w-xl px-4 pt-10 pb-12 sm:px-6 sm:pt-16">
      <p className="inline-flex items-center gap-1.5 rounded-md bg-accent-soft px-2 py-0.5 text-xs font-medium text-accent">
        <Hourglass size={12} aria-hidden="true" /> Not built yet
      </p>
      <h1 ref={heading} tabIndex={-1} className="mt-3 text-2xl font-semibold tracking-tight">
        {title}
      </h1>
      <p className="mt-2 text-lg text-muted text-pretty">{words}</p>
      <p className="mt-4 text-muted">
        Nothing of it works today, so there is nothing to see or to lose here.
      </p>
      <Link to={meanwhile.to} className={buttonClass("plain", "mt-6")}>
        {meanwhile.label}
      </Link>
    </div>
  );
}
