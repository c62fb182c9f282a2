import { DEFAULT_WRITING_GOAL } from "#contract/shared/word-origins.ts";
import { GoalBar } from "../../../kernel/insights/goal-line.tsx";
import { t } from "../../../lib/messages/t.ts";

const SAMPLES = [
  { title: t("Dry stone walls"), excerpt: t("Two faces and hearting between them") },
  { title: t("Ideas for the orchard"), excerpt: t("Quince beside the old pear") },
  { title: t("Reading list"), excerpt: t("What Ana lent me") },
];

/** The card on sample values, for the library; apart, because the card itself comes with the page. */
export function NotesPreview() {
  return (
    <>
      <GoalBar words={850} goal={DEFAULT_WRITING_GOAL} />
      <ul>
        {SAMPLES.map(({ title, excerpt }) => (
          <li key={title} className="flex min-h-12 flex-col justify-center">
            <span className="truncate text-sm font-medium">{title}</span>
            <span className="truncate text-xs text-muted">{excerpt}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
