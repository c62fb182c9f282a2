import type { ErrorGroup } from "#contract/apm.ts";
import { ago, inFull } from "../../../lib/dates.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { Section } from "./section.tsx";

/** Errors that are the same, those last seen first. */
export function ErrorGroups({ groups }: { groups: readonly ErrorGroup[] }) {
  return (
    <Section
      title={t("Errors")}
      note={t("By class and place. Messages aren't kept, because they may contain what people wrote.")}
      empty={groups.length === 0 && t("No errors so far.")}
    >
      <ul className="divide-y divide-line text-sm">
        {groups.map((group) => (
          <Group key={group.id} {...group} />
        ))}
      </ul>
    </Section>
  );
}

function Group({ kind, place, name, code, frame, version, count, firstSeen, lastSeen }: ErrorGroup) {
  return (
    <li className="flex flex-col gap-0.5 px-3 py-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="min-w-0 font-medium break-all">{code ? `${name} ${code}` : name}</span>
        <span className="text-muted tabular-nums">
          {plural(count, { one: "{count} time", other: "{count} times" })}
        </span>
      </p>
      <p className="break-all text-muted">
        {kind === "client" ? t("On a page: {place}", { place }) : t("On the server: {place}", { place })}
      </p>
      {frame && <p className="font-mono text-xs break-all text-muted">{frame}</p>}
      <p className="text-xs text-muted" title={`${inFull(firstSeen)} – ${inFull(lastSeen)}`}>
        {t("First {first}, last {last}, version {version}", {
          first: ago(firstSeen),
          last: ago(lastSeen),
          version,
        })}
      </p>
    </li>
  );
}
