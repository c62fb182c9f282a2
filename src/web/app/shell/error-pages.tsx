import { Link, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { create } from "zustand";
import { forgetUnusedAnswers } from "../../platform/api.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { clearCrashRecord } from "../../platform/unsaved/crash-record.ts";
import { LoadError, Notice } from "./load-error.tsx";
import { PageLoadError } from "./load-twice.ts";
import { RecoveryScreen } from "./recovery-screen.tsx";
import { t } from "../../lib/messages/t.ts";

/**
 * What stands in the place of a page that could not be loaded or drawn. An answer that broke a page would break it again: it
 * is asked for anew, unless this device's copy is all there is.
 */
export function PageError({ error, reset }: ErrorComponentProps) {
  if (error instanceof PageLoadError) return <LoadError />;
  return (
    <Notice
      isAlert
      title={t("Something went wrong")}
      words={t("This page couldn't be displayed. Your work is saved.")}
    >
      <Button look="primary" onClick={() => void forgetUnusedAnswers().then(reset)}>
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
  if (error instanceof PageLoadError) return <LoadError />;
  const handleRetry = () => {
    useTries.setState({ tries: tries + 1 });
    void forgetUnusedAnswers().then(reset);
  };
  return (
    <RecoveryScreen error={error} tries={tries} onRetry={handleRetry} beforeLeaving={forgetUnusedAnswers} />
  );
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
