import { Users } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { Initial, isForReading, useProjectPeople } from "../../kernel/projects/people.tsx";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const MOST_SHOWN = 5;

/** With whom a project is shared, or whose it is. */
export function PeopleLine({ project }: { project: Project }) {
  const people = useProjectPeople();
  const { sharedBy } = project;
  if (!sharedBy && people.length < 2) return null;
  const others = people.filter(({ role }) => role !== "owner");
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span className="flex -space-x-1">
        {people.slice(0, MOST_SHOWN).map(({ id, name }) => (
          <Initial key={id} name={name} />
        ))}
      </span>
      {sharedBy ? (
        <span>
          {isForReading(project)
            ? t("Shared by {name}. You can view it.", { name: sharedBy.name })
            : t("Shared by {name}. You can edit its tasks.", { name: sharedBy.name })}
        </span>
      ) : (
        <button
          type="button"
          className="flex items-center gap-1.5 rounded-md py-1 hover:text-ink pointer-coarse:min-h-11"
          onClick={() => openDialog({ kind: "share", thing: { project } })}
        >
          <Users size={14} aria-hidden="true" />
          {others.length > 3
            ? plural(others.length, { other: "Shared with {count} people" })
            : t("Shared with {names}", { names: others.map(({ name }) => name).join(", ") })}
        </button>
      )}
    </div>
  );
}
