import { useNavigate } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { findUnsent, signOut, type Unsent } from "../../lib/sign-out.ts";
import { toast } from "../../ui/toast-store.ts";

/** Signs out of this device; `unsent` is what has to be asked about first. */
export function useSignOut() {
  const navigate = useNavigate();
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const leave = useCallback(async () => {
    setUnsent(null);
    try {
      await signOut(false);
      toast.success("Logged out successfully");
      await navigate({ to: "/auth/login", replace: true });
    } catch {
      toast.error("Logout failed");
    }
  }, [navigate]);
  const ask = useCallback(async () => {
    const found = await findUnsent();
    if (found) setUnsent(found);
    else await leave();
  }, [leave]);
  return { ask, leave, unsent, cancel: () => setUnsent(null) };
}
