import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bot, FlaskConical, Play, Trash2 } from "lucide-react";
import { type Ref, useState } from "react";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { isUnreachable } from "../../platform/rpc-errors.ts";
import { Button, buttonClass, IconButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { AgentForm } from "./agent-form.tsx";
import { runAgent } from "./agent-mutations.ts";
import { RECIPES } from "./agent-words.ts";
import { DeleteAgentDialog } from "./delete-agent-dialog.tsx";
import { RunRow } from "./run-row.tsx";

type AgentScreenProps = { id: string; heading: Ref<HTMLHeadingElement>; onGone: () => void };

/** One agent: what it does and may do, and what its runs did. */
export function AgentScreen({ id, heading, onGone }: AgentScreenProps) {
  const { data, error, isPending, refetch } = useQuery(api.agents.list.queryOptions({ staleTime: 0 }));
  const isOffline = useIsOffline();
  const isStopped = usePreferences()?.settings.areAgentsStopped ?? false;
  const [isAsking, setIsAsking] = useState(false);
  const agent = data?.agents.find((each) => each.id === id);
  const providers = useQuery(api.models.list.queryOptions()).data?.providers;
  return (
    <Screen
      frame="reading"
      title={<bdi>{agent?.name ?? t("Agent")}</bdi>}
      heading={heading}
      actions={
        agent && (
          <>
            <IconButton
              label={t("Delete this agent")}
              disabled={isOffline}
              className="pointer-coarse:size-11"
              onClick={() => setIsAsking(true)}
            >
              <Trash2 size={16} />
            </IconButton>
            <Button
              disabled={isOffline || isStopped}
              className="pointer-coarse:h-11"
              onClick={() => void runAgent(id, true)}
            >
              <FlaskConical size={14} aria-hidden="true" /> {t("Dry run")}
            </Button>
            <Button
              look="primary"
              disabled={isOffline || isStopped}
              className="pointer-coarse:h-11"
              onClick={() => void runAgent(id, false)}
            >
              <Play size={14} aria-hidden="true" /> {t("Run")}
            </Button>
          </>
        )
      }
    >
      <p className="text-sm">
        <Link to="/app/agents" className="rounded-md text-accent hover:underline">
          {t("All agents")}
        </Link>
      </p>
      {agent ? (
        <>
          <p className="pt-2 text-sm text-muted">{RECIPES[agent.recipe].about}</p>
          {isStopped && (
            <p role="status" className="pt-2 text-sm text-warn">
              {t("All agents are stopped. Let them run again under All agents.")}
            </p>
          )}
          {agent.isPaused && (
            <p role="status" className="pt-2 text-sm text-warn">
              {t(
                "You signed out everywhere, or your password was changed. Save this agent to allow it again.",
              )}
            </p>
          )}
          <Runs agentId={id} />
          <AgentForm key={agent.id} agent={agent} tools={data?.tools ?? []} providers={providers ?? []} />
        </>
      ) : isPending ? (
        <SkeletonRows className="pt-4" />
      ) : data ? (
        <EmptyState
          icon={<Bot size={20} />}
          title={t("This agent was deleted")}
          action={
            <Link to="/app/agents" className={buttonClass()}>
              {t("All agents")}
            </Link>
          }
        >
          {t("It was deleted, or it belongs to another account.")}
        </EmptyState>
      ) : (
        <div role="alert" className="flex flex-col items-center gap-3 py-16 text-sm text-muted">
          <p>
            {isUnreachable(error) ? t("Can't load agents while offline.") : t("Couldn't load your agents.")}
          </p>
          <Button onClick={() => void refetch()}>{t("Try again")}</Button>
        </div>
      )}
      <DeleteAgentDialog id={id} isOpen={isAsking} onClose={() => setIsAsking(false)} onGone={onGone} />
    </Screen>
  );
}

const AT_A_TIME = 20;

function Runs({ agentId }: { agentId: string }) {
  // Whoever pressed Run sees what came of it; the runs before are a press away.
  const [limit, setLimit] = useState(1);
  const { data } = useQuery(
    api.agents.runs.queryOptions({
      input: { agentId, limit: Math.min(limit, 100) },
      staleTime: 0,
      placeholderData: (before) => before,
    }),
  );
  if (!data) return null;
  const { runs } = data;
  return (
    <section aria-label={t("Runs")} className="pt-5">
      <h2 className="text-sm font-semibold text-muted">{t("Runs")}</h2>
      {runs.length === 0 && <p className="pt-2 text-sm text-muted">{t("It has not run yet.")}</p>}
      <ul className="divide-y divide-line">
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </ul>
      {data.hasMore && limit < 100 && (
        <Button look="quiet" onClick={() => setLimit(limit === 1 ? AT_A_TIME : limit + AT_A_TIME)}>
          {t("Show earlier runs")}
        </Button>
      )}
    </section>
  );
}
