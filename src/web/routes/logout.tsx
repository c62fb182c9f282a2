import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { findUnsent, signOut } from "../kernel/account/sign-out.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { LoadingPage } from "../ui/spinner.tsx";
import { toast } from "../ui/toast-store.ts";
import { AuthFrame } from "../app/shell/auth-frame.tsx";

type Outcome = "out everywhere" | "out here" | "failed" | "unsent";
type Leaving = { everywhere: boolean; mayDiscard: boolean };

async function leave({ everywhere, mayDiscard }: Leaving): Promise<Outcome> {
  // Text that only this device has is not removed without a word.
  if (!mayDiscard && (await findUnsent())) return "unsent";
  try {
    await signOut(everywhere);
    toast.success("Logged out successfully");
    return everywhere ? "out everywhere" : "out here";
  } catch {
    toast.error("Logout failed");
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
        title="Sign out?"
        words="Signing out removes your notes from this browser. The server keeps them."
      >
        <div className="flex flex-wrap gap-2">
          <Button look="primary" onClick={() => start(true)}>
            Sign out everywhere
          </Button>
          <Button onClick={() => start(false)}>Only on this device</Button>
          <Link to="/app/dashboard" className={buttonClass("quiet")}>
            Stay signed in
          </Link>
        </div>
      </AuthFrame>
    );
  }
  if (outcome === "out everywhere" || outcome === "out here") {
    const where = outcome === "out here" ? "On this device only." : "On this device and everywhere else.";
    return (
      <AuthFrame title="You are signed out" words={where}>
        <Link to="/auth/login" className={buttonClass("primary")}>
          Sign in again
        </Link>
      </AuthFrame>
    );
  }
  if (outcome === "unsent") {
    return (
      <AuthFrame
        title="Not everything is sent yet"
        words="Some of your work is only on this device. Signing out removes it from here for good."
      >
        <div className="flex flex-wrap gap-2">
          <Link to="/app/dashboard" className={buttonClass("primary")}>
            Stay signed in
          </Link>
          <Button onClick={() => start(everywhere)}>Try again</Button>
          <Button look="danger" onClick={() => start(everywhere, true)}>
            Discard and sign out
          </Button>
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Not signed out" words="The server cannot be reached, so your session is still open.">
      <Button look="primary" onClick={() => start(everywhere)}>
        Try again
      </Button>
    </AuthFrame>
  );
}
