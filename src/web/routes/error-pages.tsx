import { Link, type ErrorComponentProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button, buttonClass } from "../ui/button.tsx";
import { PageLoadError } from "./lazy-page.ts";

function ErrorPage({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  return (
    <main role="alert" className="grid min-h-[70dvh] place-items-center p-6">
      <div className="flex max-w-md flex-col items-center gap-3 text-center">
        <h1 className="text-xl font-semibold">{title}</h1>
        <p className="text-muted">{words}</p>
        <div className="mt-2 flex gap-2">{children}</div>
      </div>
    </main>
  );
}

/** What stands in the place of a page that could not be loaded or drawn. */
export function PageError({ error, reset }: ErrorComponentProps) {
  if (error instanceof PageLoadError) {
    return (
      <ErrorPage title="Loading Error" words="Failed to load page. Please refresh to try again.">
        <Button look="primary" onClick={() => location.reload()}>
          Refresh Page
        </Button>
      </ErrorPage>
    );
  }
  return (
    <ErrorPage title="Something went wrong" words="This page could not be shown. What you wrote is kept.">
      <Button look="primary" onClick={reset}>
        Try Again
      </Button>
      <a href="/" className={buttonClass()}>
        Go Home
      </a>
    </ErrorPage>
  );
}

export function NotFoundPage() {
  return (
    <main className="grid min-h-[70dvh] place-items-center p-6">
      <div className="flex max-w-md flex-col items-center gap-3 text-center">
        <p className="text-sm text-faint">404</p>
        <h1 className="text-xl font-semibold">Page not found</h1>
        <p className="text-muted">
          There is nothing at this address. It may have moved, or the link is incomplete.
        </p>
        <div className="mt-2 flex gap-2">
          <Link to="/app/dashboard" className={buttonClass("primary")}>
            Go to Dashboard
          </Link>
          <Link to="/" className={buttonClass()}>
            Go Home
          </Link>
        </div>
      </div>
    </main>
  );
}
