import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { Button } from "../../ui/button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { AgentList, AgentsFailed, ReadyMade, useAddAgent } from "./agent-list.tsx";
import { RunRow } from "./run-row.tsx";

const LATEST = 20;

type ProjectAgentsProps = { projectId: string; onOpen: (agentId: string) => void };

/** The agents that look at one project alone, what they did lately, and those that can be added. */
export function ProjectAgents({ projectId, onOpen }: ProjectAgentsProps) {
  const { data, error, isPending, refetch } = useQuery(api.agents.list.queryOptions({ staleTime: 0 }));
  const isOffline = useIsOffline();
  const add = useAddAgent(data, { projectId }, onOpen);
  if (isPending) return <SkeletonRows count={3} />;
  if (!data) return <AgentsFailed error={error} onRetry={() => void refetch()} />;
  const agents = data.agents.filter(({ scope }) => scope.projectId === projectId);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">
          {t("They look at this project alone, and what they make is put into it.")}
        </p>
        <Button
          look="primary"
          disabled={isOffline}
          className="pointer-coarse:h-11"
          onClick={() => void add("model")}
        >
          <Plus size={14} aria-hidden="true" /> {t("New agent")}
        </Button>
      </div>
      <AgentList agents={agents} title={t("Agents of this project")} />
      <Runs agentIds={agents.map(({ id }) => id)} />
      <ReadyMade agents={agents} isOff={isOffline} onAdd={(recipe) => void add(recipe)} />
    </>
  );
}

function Runs({ agentIds }: { agentIds: string[] }) {
  const { data } = useQuery(api.agents.runs.queryOptions({ input: { limit: 100 }, staleTime: 0 }));
  const runs = data?.runs.filter(({ agentId }) => agentId !== null && agentIds.includes(agentId)) ?? [];
  if (runs.length === 0) return null;
  return (
    <section aria-label={t("Latest runs")} className="pt-5">
      <h2 className="text-sm font-semibold text-muted">{t("Latest runs")}</h2>
      <ul className="divide-y divide-line">
        {runs.slice(0, LATEST).map((run) => (
          <RunRow key={run.id} run={run} hasName />
        ))}
      </ul>
    </section>
  );
}
