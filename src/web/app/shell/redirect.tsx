import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { LoadingPage } from "../../ui/spinner.tsx";

/**
 * Goes elsewhere in place of this page, once: the router's own Navigate goes again each time it is drawn, and going
 * draws it.
 */
export function Redirect({ to, search }: { to: string; search?: Record<string, string> }) {
  const navigate = useNavigate();
  const [target] = useState({ to, search });
  useEffect(() => {
    void navigate({ ...target, replace: true } as never);
  }, [navigate, target]);
  return <LoadingPage />;
}
