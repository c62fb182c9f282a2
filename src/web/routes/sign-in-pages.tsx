import { useDeferredValue, type ComponentType, type ReactNode } from "react";
import { useAddress } from "../app/sign-in/address.tsx";
import { loadTwice } from "../app/shell/load-twice.ts";
import { parseSearch, type SearchParams } from "../app/shell/search-params.ts";
import { AwaitPart, lazyPart } from "../ui/deferred.tsx";
import { LoadingPage } from "../ui/spinner.tsx";

/** What the address says to a sign-in page. */
export type SignInPageProps = { search: SearchParams };

const page = (load: () => Promise<ComponentType<SignInPageProps>>) => lazyPart(() => loadTwice(load));

const PAGES = {
  "/auth/login": page(async () => (await import("./login.tsx")).Login),
  "/auth/register": page(async () => (await import("./register.tsx")).Register),
  "/auth/reset-password": page(async () => (await import("./reset-password.tsx")).ResetPassword),
  "/auth/verify": page(async () => (await import("./verify.tsx")).Verify),
  "/auth/logout": page(async () => (await import("./logout.tsx")).Logout),
};

type SignInPath = keyof typeof PAGES;

export const SIGN_IN_PATHS = Object.keys(PAGES) as SignInPath[];

/** As the router reads it: whatever the case, and with a slash at the end or without. */
const signInPath = (path: string): SignInPath | undefined =>
  SIGN_IN_PATHS.find((known) => known === path.toLowerCase().replace(/\/+$/, ""));

export const isSignInPath = (path: string): boolean => signInPath(path) !== undefined;

/**
 * The pages one can see without signing in, each with its own code; the last one stands until the next has come. `children`
 * come when a page does.
 */
export function SignInPages({ children }: { children?: ReactNode }) {
  const { pathname, search } = new URL(useDeferredValue(useAddress()), location.origin);
  const path = signInPath(pathname);
  if (!path) return <LoadingPage />;
  const Page = PAGES[path];
  return (
    <AwaitPart fallback={<LoadingPage />}>
      <Page search={parseSearch(search)} />
      {children}
    </AwaitPart>
  );
}
