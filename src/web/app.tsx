import { useEffect, useState } from "react";
import { useAddress } from "./app/sign-in/address.tsx";
import { loadTwice } from "./app/shell/load-twice.ts";
import { OuterBoundary } from "./app/shell/outer-boundary.tsx";
import { PageFrame } from "./app/shell/page-frame.tsx";
import { parseSearch, safeNext } from "./app/shell/search-params.ts";
import { whenIdle } from "./lib/when-idle.ts";
import { isSignInPath, SignInPages } from "./routes/sign-in-pages.tsx";
import { AwaitPart, lazyPart } from "./ui/deferred.tsx";
import { LoadingPage } from "./ui/spinner.tsx";
import { Toaster } from "./ui/toaster.tsx";

const loadRoutedPages = () => import("./routes/routed-pages.tsx");
const RoutedPages = lazyPart(async () => (await loadTwice(loadRoutedPages)).RoutedPages);

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
  const [isRouted, setIsRouted] = useState(!isSignIn);
  if (!isRouted && !isSignIn) setIsRouted(true);
  if (!isRouted)
    return (
      <SignInPages>
        <Prefetch next={safeNext(parseSearch(address.search)["next"])} />
      </SignInPages>
    );
  return (
    <AwaitPart fallback={<LoadingPage />}>
      <RoutedPages />
    </AwaitPart>
  );
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
