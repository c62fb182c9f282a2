import { useEffect } from "react";
import { LoadingPage } from "../../ui/spinner.tsx";

/** For addresses that are documents of their own: the browser goes there in place of this one, with query and hash. */
export function Leave({ to }: { to: string }) {
  useEffect(() => {
    if (location.pathname === to) location.reload();
    else location.replace(to + location.search + location.hash);
  }, [to]);
  return <LoadingPage />;
}
