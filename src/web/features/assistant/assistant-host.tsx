import { deferred } from "../../ui/deferred.tsx";
import { useAssistant } from "./assistant-store.ts";

const Card = deferred(async () => (await import("./assistant-card.tsx")).AssistantCard);

/** Nothing until something is asked. */
export function AssistantHost() {
  const run = useAssistant((state) => state.run);
  return run && <Card run={run} />;
}
