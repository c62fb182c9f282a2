import { lazyRouteComponent } from "@tanstack/react-router";
import { tellArrival } from "../../ui/deferred.tsx";
import { loadTwice } from "./load-twice.ts";

/** A route's component in a file of its own, fetched when the route is first met. */
export const lazyPage: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(async () => {
    const page = await loadTwice(importer);
    tellArrival();
    return page;
  }, exportName);
