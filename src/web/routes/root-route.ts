import { createRootRoute } from "@tanstack/react-router";
import { Root } from "../app/shell/root.tsx";

export const rootRoute = createRootRoute({ component: Root });
