import { Link, type ErrorComponentProps } from "@tanstack/react-router";
import { createContext, useContext, useEffect, type ReactNode } from "react";
import { create } from "zustand";
import { Button, buttonClass } from "../../ui/button.tsx";
import { clearCrashRecord } from "../../platform/unsaved/crash-record.ts";
import { PageLoadError } from "./lazy-page.ts";
import { RecoveryScreen } from "./recovery-screen.tsx";
import { t } from "../../lib/messages/t.ts";

/** True within the frame's own main part: a document has one. */
export const InMain = createContext(false);

type NoticeProps = {
  title: string;
  words: string;
  above?: ReactNode;
  isAlert?: boolean;
  children: ReactNode;
};

function Notice({ title, words, above, isAlert, children }: NoticeProps) {
  const Part = useContext(InMain) ? "div" : "main";
  return (
    <Part className="grid min-h-[70dvh] place-items-center p-6">
      <div
        role={isAlert ? "alert" : undefined}
        className="flex max-w-md flex-col items-center gap-3 text-center"
      >
        {above}
        <h1 className="text-xl font-semibold">{title}</h1>
        <p className="text-muted">{words}</p>
        <div className="mt-2 flex gap-2">{children}</div>
      </div>
    </Part>
  );
}

/** What stands in the place of a page that could not be loaded or drawn. */
export function PageError({ error, reset }: ErrorComponentProps) {
  if (error instanceof PageLoadError) {
    return (
      <Notice
        isAlert
        title={t("Loading Error")}
        words={t("Failed to load page. Please refresh to try again.")}
      >
        <Button look="primary" onClick={() => location.reload()}>
          {t("Refresh Page")}
        </Button>
      </Notice>
    );
  }
  return (
    <Notice
      isAlert
      title={t("Something went wrong")}
      words={t("This page couldn't be displayed. Your work is saved.")}
    >
      <Button look="primary" onClick={() => void forgetAnswers().then(reset)}>
        {t("Try Again")}
      </Button>
      <a href="/" className={buttonClass()}>
        {t("Go Home")}
      </a>
    </Notice>
  );
}

/** Tries of the frame since it last stood; the screen that counts them is made anew with each. */
const useTries = create<{ tries: number }>(() => ({ tries: 0 }));

/** What stands in the place of the whole app when its frame cannot be drawn. */
export function FrameError({ error, reset }: ErrorComponentProps) {
  const tries = useTries((state) => state.tries);
  if (error instanceof PageLoadError) return <PageError error={error} reset={reset} />;
  const handleRetry = () => {
    useTries.setState({ tries: tries + 1 });
    void forgetAnswers().then(reset);
  };
  return <RecoveryScreen error={error} tries={tries} onRetry={handleRetry} beforeLeaving={forgetAnswers} />;
}

/** Drawn within the frame: while it stands, the next fault has its three tries again. */
export function FrameStands() {
  useEffect(() => {
    const timer = setTimeout(() => {
      useTries.setState({ tries: 0 });
      clearCrashRecord();
    }, 10_000);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

/** An answer that broke a page would break it again: it is asked for anew, unless this device's copy is all there is. */
async function forgetAnswers(): Promise<void> {
  const { forgetUnusedAnswers } = await import("../../platform/api.ts");
  await forgetUnusedAnswers();
}

export function NotFoundPage() {
  return (
    <Notice
      above={<p className="text-sm text-faint">404</p>}
      title={t("Page not found")}
      words={t("There's nothing at this address.")}
    >
      <Link to="/app/dashboard" className={buttonClass("primary")}>
        {t("Go to Dashboard")}
      </Link>
      <Link to="/" className={buttonClass()}>
        {t("Go Home")}
      </Link>
    </Notice>
  );
}
