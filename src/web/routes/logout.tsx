import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { findUnsent, signOut } from "../lib/sign-out.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { LoadingPage } from "../ui/spinner.tsx";
import { toast } from "../ui/toast-store.ts";
import { AuthFrame } from "./auth-frame.tsx";

type Outcome = "out" | "failed" | "unsent";

let running: Promise<Outcome> | undefined;

/** Once per visit, though React runs effects twice in development. */
function leaveEverywhere(mayDiscard: boolean): Promise<Outcome> {
  running ??= leave(mayDiscard).finally(() => setTimeout(() => (running = undefined), 0));
  return running;
}

async function leave(mayDiscard: boolean): Promise<Outcome> {
  // Text that only this device has is not removed without a word.
  if (!mayDiscard && (await findUnsent())) return "unsent";
  try {
    await signOut(true);
    toast.success("Logged out successfully");
    return "out";
  } catch {
    toast.error("Logout failed");
    return "failed";
  }
}

/** Signs out on every device. */
export function Logout() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const start = (mayDiscard: boolean) => void leaveEverywhere(mayDiscard).then(setOutcome);
  useEffect(() => start(false), []);
  if (outcome === null) return <LoadingPage />;
  if (outcome === "out") {
    return (
      <AuthFrame title="You are signed out" words="On this device and everywhere else.">
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
          <Button onClick={() => start(false)}>Try again</Button>
          <Button look="danger" onClick={() => start(true)}>
            Discard and sign out
          </Button>
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Not signed out" words="The server cannot be reached, so your session is still open.">
      <Button look="primary" onClick={() => start(false)}>
        Try again
      </Button>
    </AuthFrame>
  );
}
