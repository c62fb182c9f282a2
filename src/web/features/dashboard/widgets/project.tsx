import { defineWidget, type Widget } from "../../../kernel/widgets/widget.ts";
import { t } from "../../../lib/messages/t.ts";

/** Nobody's own: what a card shows until there are projects. */
const SAMPLES: Record<string, { count: number; words: string; names: readonly string[] }> = {
  "project-active": {
    count: 3,
    words: t("under way"),
    names: [t("Orchard"), t("Dry stone wall"), t("Reading group")],
  },
  "project-completed": { count: 12, words: t("completed this year"), names: [t("Tool shed"), t("Pond")] },
  "project-overdue": { count: 1, words: t("overdue"), names: [t("Garden path")] },
};

function ProjectCard({ of }: { of: string }) {
  const { count, words, names } = SAMPLES[of]!;
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="text-2xl font-semibold tabular-nums">{count}</span>
        <span className="text-sm text-muted">{words}</span>
      </p>
      <ul className="mt-2 text-sm text-muted">
        {names.map((name) => (
          <li key={name} className="truncate py-0.5">
            {name}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Until there are projects each of the three says that it is a sample. */
export const projectWidget = (key: string): Widget =>
  defineWidget({
    isSample: () => true,
    View: () => <ProjectCard of={key} />,
    Preview: () => <ProjectCard of={key} />,
  });
