import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Project } from "#contract/projects.ts";
import { useAccountNow } from "../../../kernel/account/use-account-now.ts";
import { defineWidget, type Widget } from "../../../kernel/widgets/widget.ts";
import { NothingYet, WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { isoDay } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { ProjectDot } from "../project-progress.tsx";
import { isOverdue } from "../project-words.ts";

type Card = { words: string; isOn: (project: Project, today: string) => boolean; samples: readonly string[] };

const CARDS: Record<string, Card> = {
  "project-active": {
    words: t("under way"),
    isOn: ({ status }) => status === "active",
    samples: [t("Orchard"), t("Dry stone wall"), t("Reading group")],
  },
  "project-completed": {
    words: t("completed this year"),
    isOn: ({ status, completedAt }, today) =>
      status === "completed" && completedAt?.slice(0, 4) === today.slice(0, 4),
    samples: [t("Tool shed"), t("Pond")],
  },
  "project-overdue": { words: t("overdue"), isOn: isOverdue, samples: [t("Garden path")] },
};

const MOST_NAMED = 5;

function Count({ count, words }: { count: number; words: string }) {
  return (
    <p className="flex items-baseline gap-2">
      <span className="text-2xl font-semibold tabular-nums">{count}</span>{" "}
      <span className="text-sm text-muted">{words}</span>
    </p>
  );
}

function Sample({ card: { words, samples } }: { card: Card }) {
  return (
    <>
      <Count count={samples.length} words={words} />
      <ul className="mt-2 text-sm text-muted">
        {samples.map((name) => (
          <li key={name} className="truncate py-0.5">
            {name}
          </li>
        ))}
      </ul>
    </>
  );
}

function Own({ card: { words, isOn } }: { card: Card }) {
  const list = useQuery(api.projects.list.queryOptions({ input: {}, staleTime: 0 }));
  const today = isoDay(useAccountNow());
  const all = list.data?.projects ?? [];
  const shown = all.filter((project) => isOn(project, today));
  return (
    <WidgetStates
      of={list}
      empty={
        all.length === 0 && (
          <NothingYet action={<Link to="/app/projects">{t("Open projects")}</Link>}>
            {t("No projects yet")}
          </NothingYet>
        )
      }
    >
      <Count count={shown.length} words={words} />
      <ul hidden={shown.length === 0} className="mt-2 text-sm text-muted">
        {shown.slice(0, MOST_NAMED).map(({ id, title, color }) => (
          <li key={id} className="py-0.5">
            <Link
              to="/app/projects/$projectId"
              params={{ projectId: id }}
              className="flex items-center gap-2 rounded-md hover:text-ink"
            >
              <ProjectDot color={color} />
              <bdi className="min-w-0 truncate">{title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </WidgetStates>
  );
}

/** Projects under way, completed this year, or late: one's own and those that are shared. */
export const projectWidget = (key: string): Widget =>
  defineWidget({
    View: () => <Own card={CARDS[key]!} />,
    Preview: () => <Sample card={CARDS[key]!} />,
  });
