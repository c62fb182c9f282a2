import { useNavigate, useParams } from "@tanstack/react-router";
import { AgentScreen } from "../../features/agents/agent-screen.tsx";
import { AgentsScreen } from "../../features/agents/agents-screen.tsx";
import { t } from "../../lib/messages/t.ts";
import { usePageTitle } from "../../lib/page-title.ts";

export function AgentsPage() {
  const navigate = useNavigate();
  const heading = usePageTitle(t("Agents"));
  return (
    <AgentsScreen
      heading={heading}
      onOpen={(agentId) => void navigate({ to: "/app/agents/$agentId", params: { agentId } })}
    />
  );
}

export function AgentPage() {
  const { agentId = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const heading = usePageTitle(t("Agents"), agentId);
  return (
    <AgentScreen
      key={agentId}
      id={agentId}
      heading={heading}
      onGone={() => void navigate({ to: "/app/agents" })}
    />
  );
}
