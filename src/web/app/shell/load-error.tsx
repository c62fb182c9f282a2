import type { ReactNode } from "react";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";

type ErrorPageProps = { title: string; words: string; children: ReactNode };

export function ErrorPage({ title, words, children }: ErrorPageProps) {
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

/** A page whose code did not arrive. */
export function LoadError() {
  return (
    <ErrorPage title={t("Loading Error")} words={t("Failed to load page. Please refresh to try again.")}>
      <Button look="primary" onClick={() => location.reload()}>
        {t("Refresh Page")}
      </Button>
    </ErrorPage>
  );
}
