import { useNavigate } from "@tanstack/react-router";
import { useCallback, useRef, useState } from "react";
import { findUnsent, signOut, type Unsent } from "../../kernel/account/sign-out.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** Right after the first visit the device may lack the code that asks; it comes from the server. */
const NOT_NOW = t("Logout failed. Can't reach the server.");

/** Signs out everywhere, or only on this device; `unsent` is what has to be asked about first, in a dialog whose code `loadDialog` fetches. */
export function useSignOut(loadDialog: () => Promise<unknown>) {
  const navigate = useNavigate();
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const isOnlyHere = useRef(false);
  const leave = useCallback(async () => {
    setUnsent(null);
    try {
      await signOut(!isOnlyHere.current);
      toast.success(t("Logged out successfully"));
      await navigate({ to: "/auth/login", replace: true });
    } catch {
      toast.error(t("Logout failed"));
    }
  }, [navigate]);
  const ask = useCallback(
    async (onlyHere = false) => {
      isOnlyHere.current = onlyHere;
      try {
        const found = await findUnsent();
        if (!found) return await leave();
        await loadDialog();
        setUnsent(found);
      } catch {
        // Toasts are drawn by the same code; before it is there only the browser itself can say something.
        await loadDialog().then(
          () => toast.error(NOT_NOW),
          () => alert(NOT_NOW),
        );
      }
    },
    [leave, loadDialog],
  );
  return { ask, leave, unsent, cancel: () => setUnsent(null) };
}
