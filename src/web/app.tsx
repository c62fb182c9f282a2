import { lazy, startTransition, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { useAddress } from "./app/sign-in/address.tsx";
import { loadTwice } from "./app/shell/load-twice.ts";
import { OuterBoundary } from "./app/shell/outer-boundary.tsx";
import { PageFrame } from "./app/shell/page-frame.tsx";
import { parseSearch, safeNext } from "./app/shell/search-params.ts";
import { whenIdle } from "./lib/when-idle.ts";
import { isSignInPath, SignInPages } from "./routes/sign-in-pages.tsx";
import { LoadingPage } from "./ui/spinner.tsx";
import { Toaster } from "./ui/toaster.tsx";

const loadRoutedPages = () => import("./routes/routed-pages.tsx");
const RoutedPages = lazy(() => loadTwice(async () => ({ default: (await loadRoutedPages()).RoutedPages })));

/** Everything the page shows. The toaster stands outside the pages, so that a message survives a change of page. */
export function App() {
  return (
    <OuterBoundary>
      <PageFrame>
        <Pages />
      </PageFrame>
      <Toaster />
    </OuterBoundary>
  );
}

/** Whoever comes to sign in waits for no router: it comes while they type, and has all pages from the next one on. */
function Pages() {
  const address = new URL(useAddress(), location.origin);
  const isSignIn = isSignInPath(address.pathname);
  const [isRouted, setIsRouted] = useState(false);
  // As a transition: what comes after the fallback of a Suspense React keeps back until that stood for 300 ms.
  useLayoutEffect(() => {
    if (!isSignIn) startTransition(() => setIsRouted(true));
  }, [isSignIn]);
  if (isSignIn && !isRouted)
    return (
      <SignInPages>
        <Prefetch next={safeNext(parseSearch(address.search)["next"])} />
      </SignInPages>
    );
  return <Suspense fallback={<LoadingPage />}>{isRouted ? <RoutedPages /> : <LoadingPage />}</Suspense>;
}

/**
 * Fetches what is shown after signing in, once the page has its own code; what does not arrive is asked for again when it
 * is needed.
 */
function Prefetch({ next }: { next: string }) {
  useEffect(
    () =>
      whenIdle(() => {
        loadRoutedPages()
          .then(({ prefetchPage }) => prefetchPage(next))
          .catch(() => undefined);
      }),
    [next],
  );
  return null;
}
