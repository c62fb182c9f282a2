import { RouterProvider } from "@tanstack/react-router";
import { router } from "./router.tsx";

/** Every page but the first one of somebody who signs in. */
export const RoutedPages = () => <RouterProvider router={router} />;

/** Fetches the code of a page that is probably next. */
export async function prefetchPage(address: string): Promise<void> {
  await router.preloadRoute({ to: new URL(address, location.origin).pathname } as never);
}
