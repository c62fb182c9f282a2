import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { signOut } from "../lib/sign-out.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { LoadingPage } from "../ui/spinner.tsx";
import { toast } from "../ui/toast-store.ts";
import { AuthFrame } from "./auth-frame.tsx";

let running: Promise<boolean> | undefined;

/** Once per visit, though React runs effects twice in development. */
function leaveEverywhere(): Promise<boolean> {
  running ??= signOut(true)
    .then(
      () => {
        toast.success("Logged out successfully");
        return true;
      },
      () => {
        toast.error("Logout failed");
        return false;
      },
    )
    .finally(() => setTimeout(() => (running = undefined), 0));
  return running;
}

/** Signs out on every device. */
export function Logout() {
  const [isOut, setIsOut] = useState<boolean | null>(null);
  useEffect(() => {
    void leaveEverywhere().then(setIsOut);
  }, []);
  if (isOut === null) return <LoadingPage />;
  if (isOut) {
    return (
      <AuthFrame title="You are signed out" words="On this device and everywhere else.">
        <Link to="/auth/login" className={buttonClass("primary")}>
          Sign in again
        </Link>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Not signed out" words="The server cannot be reached, so your session is still open.">
      <Button look="primary" onClick={() => void leaveEverywhere().then(setIsOut)}>
        Try again
      </Button>
    </AuthFrame>
  );
}
