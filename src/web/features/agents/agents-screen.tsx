import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Ref } from "react";
import type { AgentRun } from "#contract/agents.ts";
import { updatePreferences, usePreferences } from "../../kernel/workspace/frame.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { Button } from "../../ui/button.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { AgentList, AgentsFailed, ReadyMade, useAddAgent } from "./agent-list.tsx";
import { seeRuns } from "./agent-mutations.ts";
import { RunRow } from "./run-row.tsx";

type AgentsScreenProps = { heading: Ref<HTMLHeadingElement>; onOpen: (agentId: string) => void };

/** What ran since the last visit, the agents there are, and those that need only be added. */
export function AgentsScreen({ heading, onOpen }: AgentsScreenProps) {
  const { data, error, isPending, refetch } = useQuery(api.agents.list.queryOptions({ staleTime: 0 }));
  const isOffline = useIsOffline();
  const add = useAddAgent(data, {}, onOpen);
  return (
    <Screen
      frame="reading"
      title={t("Agents")}
      heading={heading}
      actions={
        <Button
          look="primary"
          disabled={isOffline || !data}
          className="pointer-coarse:h-11"
          onClick={() => void add("model")}
        >
          <Plus size={14} aria-hidden="true" /> {t("New agent")}
        </Button>
      }
    >
      <p className="text-sm text-muted">
        {t(
          "Agents work by themselves and propose changes. Nothing is written before you accept it, unless you allow it.",
        )}
      </p>
      {isPending ? (
        <SkeletonRows className="pt-4" />
      ) : !data ? (
        <AgentsFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {data.agents.length > 0 && <StopSwitch />}
          <Digest />
          <AgentList agents={data.agents} title={t("Your agents")} />
          <ReadyMade agents={data.agents} isOff={isOffline} onAdd={(recipe) => void add(recipe)} />
        </>
      )}
    </Screen>
  );
}

function StopSwitch() {
  const isStopped = usePreferences()?.settings.areAgentsStopped ?? false;
  const isOffline = useIsOffline();
  return (
    <div className="pt-4">
      <Switch
        label={t("Stop all agents")}
        isOn={isStopped}
        onChange={(areAgentsStopped) => void updatePreferences({ settings: { areAgentsStopped } })}
      />
      {isOffline ? (
        <p role="status" className="pt-1 text-sm text-warn">
          {t("You're offline. What you choose here counts once you're back.")}
        </p>
      ) : (
        isStopped && (
          <p role="status" className="pt-1 text-sm text-warn">
            {t("No agent runs until you turn this off.")}
          </p>
        )
      )}
    </div>
  );
}

function Digest() {
  const { data } = useQuery(
    api.agents.runs.queryOptions({ input: { unseen: true, limit: 50 }, staleTime: 0 }),
  );
  const runs: AgentRun[] = data?.runs ?? [];
  const [newest] = runs;
  if (!newest) return null;
  return (
    <section aria-label={t("Since your last visit")} className="pt-5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-sm font-semibold text-muted">{t("Since your last visit")}</h2>
        <Button look="quiet" onClick={() => void seeRuns(newest.id)} className="pointer-coarse:h-11">
          {t("Mark as seen")}
        </Button>
      </div>
      <ul className="divide-y divide-line">
        {runs.map((run) => (
          <RunRow key={run.id} run={run} hasName />
        ))}
      </ul>
    </section>
  );
}
