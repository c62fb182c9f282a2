import { defineFeature } from "../../feature.ts";
import { lookForAgent } from "./look.ts";
import { agentRoutes } from "./routes.ts";
import { runAgent } from "./run-agent.ts";

export const agentsFeature = defineFeature({
  routes: { agents: agentRoutes },
  jobs: [lookForAgent, runAgent],
});
