import { useState } from "react";
import { findUnsent, signOut } from "../kernel/account/sign-out.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { LoadingPage } from "../ui/spinner.tsx";
import { toast } from "../ui/toast-store.ts";
import { PageLink } from "../app/sign-in/address.tsx";
import { AuthFrame } from "../app/sign-in/auth-frame.tsx";
import { t } from "../lib/messages/t.ts";

type Outcome = "out everywhere" | "out here" | "failed" | "unsent";
type Leaving = { everywhere: boolean; mayDiscard: boolean };

async function leave({ everywhere, mayDiscard }: Leaving): Promise<Outcome> {
  // Text that only this device has is not removed without a word.
  if (!mayDiscard && (await findUnsent())) return "unsent";
  try {
    await signOut(everywhere);
    toast.success(t("Logged out successfully"));
    return everywhere ? "out everywhere" : "out here";
  } catch {
    toast.error(t("Logout failed"));
    return "failed";
  }
}

/** Asks, since whoever can make somebody follow a link could sign them out otherwise: everywhere, or on this device alone. */
export function Logout() {
  const [outcome, setOutcome] = useState<Outcome | "asked" | "leaving">("asked");
  const [everywhere, setEverywhere] = useState(true);
  const start = (isEverywhere: boolean, mayDiscard = false) => {
    setEverywhere(isEverywhere);
    setOutcome("leaving");
    void leave({ everywhere: isEverywhere, mayDiscard }).then(setOutcome);
  };
  if (outcome === "leaving") return <LoadingPage />;
  if (outcome === "asked") {
    return (
      <AuthFrame
        title={t("Sign out?")}
        words={t("Signing out removes your notes from this browser. They stay on the server.")}
      >
        <div className="flex flex-wrap gap-2">
          <Button look="primary" onClick={() => start(true)}>
            {t("Sign out everywhere")}
          </Button>
          <Button onClick={() => start(false)}>{t("Sign Out on This Device Only")}</Button>
          <PageLink to="/app/dashboard" className={buttonClass("quiet")}>
            {t("Stay signed in")}
          </PageLink>
        </div>
      </AuthFrame>
    );
  }
  if (outcome === "out everywhere" || outcome === "out here") {
    const where = outcome === "out here" ? t("On this device only.") : t("On this device and all others.");
    return (
      <AuthFrame title={t("You're signed out")} words={where}>
        <PageLink to="/auth/login" className={buttonClass("primary")}>
          {t("Sign in again")}
        </PageLink>
      </AuthFrame>
    );
  }
  if (outcome === "unsent") {
    return (
      <AuthFrame
        title={t("Not everything is synced yet")}
        words={t("Some of your work is only on this device. Signing out permanently removes it.")}
      >
        <div className="flex flex-wrap gap-2">
          <PageLink to="/app/dashboard" className={buttonClass("primary")}>
            {t("Stay signed in")}
          </PageLink>
          <Button onClick={() => start(everywhere)}>{t("Try again")}</Button>
          <Button look="danger" onClick={() => start(everywhere, true)}>
            {t("Discard and sign out")}
          </Button>
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t("Not signed out")} words={t("Can't reach the server, so you're still signed in.")}>
      <Button look="primary" onClick={() => start(everywhere)}>
        {t("Try again")}
      </Button>
    </AuthFrame>
  );
}
