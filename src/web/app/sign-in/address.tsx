import { useEffect, useState, useSyncExternalStore, type ComponentProps, type MouseEvent } from "react";
import { LoadingPage } from "../../ui/spinner.tsx";
import { stringifySearch, type SearchParams } from "../shell/search-params.ts";

/**
 * The address for the sign-in pages, which stand without the router: its code is a quarter of what they would weigh. Once the
 * router has come it hears what is done here, as it hears of every change of the browser's history.
 */
const MOVED = "cairn-moved";

function subscribe(onChange: () => void): () => void {
  addEventListener("popstate", onChange);
  addEventListener(MOVED, onChange);
  return () => {
    removeEventListener("popstate", onChange);
    removeEventListener(MOVED, onChange);
  };
}

/** Path and query of this page, kept up to date. */
export const useAddress = () => useSyncExternalStore(subscribe, () => location.pathname + location.search);

/**
 * What the router notes with a page it adds to the history, in its own words: without the count it would take this page for the
 * first one, and its Back would lead up instead of back.
 */
export function nextHistoryState(state: { __TSR_index?: number } | null) {
  const key = Math.random().toString(36).slice(2);
  return { __TSR_index: (state?.__TSR_index ?? 0) + 1, key, __TSR_key: key };
}

/** Goes to another address of this app; `replace` keeps the Back button honest. */
export function go(to: string, { replace = false } = {}): void {
  // With what the router noted there: how many pages lie behind it.
  if (replace) history.replaceState(history.state, "", to);
  else history.pushState(nextHistoryState(history.state as Parameters<typeof nextHistoryState>[0]), "", to);
  dispatchEvent(new Event(MOVED));
}

type PageLinkProps = Omit<ComponentProps<"a">, "href"> & { to: string; search?: SearchParams };

/** A link that goes without loading the page anew, unless it is opened elsewhere. */
export function PageLink({ to, search = {}, children, ...rest }: PageLinkProps) {
  const href = to + stringifySearch(search);
  const handleClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(href);
  };
  return (
    <a {...rest} href={href} onClick={handleClick}>
      {children}
    </a>
  );
}

/** Goes elsewhere in place of this page, once. */
export function Onward({ to }: { to: string }) {
  const [target] = useState(to);
  useEffect(() => go(target, { replace: true }), [target]);
  return <LoadingPage />;
}
