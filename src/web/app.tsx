import { RouterProvider } from "@tanstack/react-router";
import { OuterBoundary } from "./app/shell/outer-boundary.tsx";
import { router } from "./routes/router.tsx";
import { Toaster } from "./ui/toaster.tsx";

/** Everything the page shows. The toaster stands outside the router, so that a message survives a change of page. */
export function App() {
  return (
    <OuterBoundary>
      <RouterProvider router={router} />
      <Toaster />
    </OuterBoundary>
  );
}
