import { Link } from "@tanstack/react-router";
import type { ChangesetComparison } from "#contract/changesets.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { language } from "../../lib/messages/catalog.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { placeLink } from "./state-line.tsx";

type Search = ChangesetComparison["search"];

/** Whether search finds notes as well as before, in plain words. */
export function SearchQuality({ search }: ChangesetComparison) {
  const { notes, questions, before, after, harder } = search;
  if (questions === 0) return null;
  return (
    <section aria-label={t("How well search finds your notes")} className="pt-4 text-sm">
      <h2 className="font-semibold">{t("How well search finds your notes")}</h2>
      <p className="text-muted">
        {plural(notes, {
          one: "Cairn searched for {count} of your notes, by its title and by its rarest words as they are now, and looked where it comes.",
          other:
            "Cairn searched for {count} of your notes, by their titles and by their rarest words as they are now, and looked where they come.",
        })}
      </p>
      <table className="mt-2 w-full max-w-md">
        <thead>
          <tr className="text-xs text-faint">
            <th className="py-1 text-start font-normal">
              {plural(questions, { one: "Of {count} search", other: "Of {count} searches" })}
            </th>
            <th className="text-end font-normal">{t("Now")}</th>
            <th className="text-end font-normal">{t("Then")}</th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          <Row words={t("Found first")} before={before.first} after={after.first} />
          <Row words={t("Found among the first ten")} before={before.firstTen} after={after.firstTen} />
        </tbody>
      </table>
      <Harder harder={harder} />
    </section>
  );
}

function Row({ words, before, after }: { words: string; before: number; after: number }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1 text-start font-normal">
        {words}
      </th>
      <td className="text-end text-muted">{before.toLocaleString(language)}</td>
      <td className={after < before ? "text-end text-warn" : "text-end"}>{after.toLocaleString(language)}</td>
    </tr>
  );
}

function Harder({ harder }: Pick<Search, "harder">) {
  if (harder.length === 0)
    return <p className="pt-2 text-muted">{t("None of them became harder to find.")}</p>;
  return (
    <>
      <h3 className="pt-3 font-medium">{t("Harder to find then")}</h3>
      <ul>
        {harder.map((each) => (
          <li
            key={`${each.noteId} ${each.question}`}
            className="flex flex-wrap items-baseline gap-x-2 py-0.5"
          >
            <Link to="/app/editor/{-$noteId}" params={{ noteId: each.noteId }} className={placeLink}>
              <bdi>{titleOf(each)}</bdi>
            </Link>
            <span className="text-muted">
              {each.after === null
                ? t("“{words}” no longer finds it among the first ten", { words: each.question })
                : t("“{words}” finds it at place {after} instead of {before}", {
                    words: each.question,
                    after: each.after,
                    before: each.before ?? 0,
                  })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
