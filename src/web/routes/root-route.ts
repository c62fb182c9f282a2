import { createRootRoute, redirect } from "@tanstack/react-router";

export const rootRoute = createRootRoute();

/** Where "add a task" leads, whatever page it names (the specification: /app/calendar?createTask=true). */
export const addTaskInstead = (site: "/app" | "/mobile") => ({
  beforeLoad: ({ search }: { search: { createTask?: string } }) => {
    if (search.createTask !== "true") return;
    throw redirect({ to: `${site}/tasks`, search: { add: "yes" }, replace: true } as never);
  },
});
