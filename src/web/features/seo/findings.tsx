import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { ArrowRight, CircleAlert, Info, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import type { Checked } from "./check-worker.ts";
import { findingWords, SUBJECTS, type Subject, subjectOf } from "./finding-words.ts";
import type { Finding } from "#seo/check-article.ts";
import type { Mend } from "#seo/rule.ts";
import { mendWords } from "./seo-mutations.ts";

const LOOKS = {
  error: { icon: CircleAlert, color: "text-danger", words: t("Important") },
  warning: { icon: TriangleAlert, color: "text-warn", words: t("Worth doing") },
  hint: { icon: Info, color: "text-muted", words: t("Idea") },
};

type FindingsProps = {
  noteId: string;
  checked: Checked;
  /** While something is typed, what is found may be of that. */
  isTyping: boolean;
  onMend: (mend: Mend) => Promise<boolean>;
};

/** What to do, the one that matters most first; each leads to its places, some are mended here. */
export function Findings({ noteId, checked, isTyping, onMend }: FindingsProps) {
  const id = useId();
  const { findings, passed } = checked;
  const rules = [...Map.groupBy(findings, ({ rule }) => rule).values()];
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-medium">
        {rules.length === 0
          ? t("Nothing left to do")
          : plural(rules.length, { one: "{count} thing to do", other: "{count} things to do" })}
      </h2>
      {rules.length > 0 && (
        <ol className="mt-2 divide-y divide-line rounded-md border border-line">
          {rules.map((found, index) => (
            <FoundByRule key={found[0]!.rule} {...{ noteId, found, isTyping, onMend }} isNext={index === 0} />
          ))}
        </ol>
      )}
      <Passed checked={checked} />
      <p className="sr-only" role="status">
        {plural(
          rules.length,
          {
            one: "{count} thing to do, {passed} checks passed",
            other: "{count} things to do, {passed} checks passed",
          },
          { passed: passed.length },
        )}
      </p>
    </section>
  );
}

type PlaceProps = { noteId: string; isTyping: boolean; onMend: FindingsProps["onMend"] };

/** All that one rule found: the first in sight, further ones behind a line. */
function FoundByRule({ found, isNext, ...place }: PlaceProps & { found: Finding[]; isNext: boolean }) {
  const [first, ...more] = found;
  if (!first) return null;
  const { icon: Icon, color, words } = LOOKS[first.severity];
  return (
    <li className="flex gap-3 p-3" data-rule={first.rule}>
      <Icon size={16} role="img" aria-label={words} className={clsx("mt-0.5 shrink-0", color)} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        {isNext && <p className="text-xs font-medium text-accent">{t("Do this first")}</p>}
        <p className={clsx("text-sm text-pretty", isNext && "font-medium")}>{findingWords(first)}</p>
        <Place finding={first} {...place} />
        {more.length > 0 && (
          <details className="text-sm">
            <summary className="tap w-fit cursor-pointer rounded-md text-muted hover:text-ink">
              {plural(more.length, { one: "{count} more place", other: "{count} more places" })}
            </summary>
            <ul className="mt-2 flex flex-col gap-3">
              {more.map((finding, index) => (
                // The same words may stand in a note twice.
                <li key={`${finding.blockId} ${index}`} className="flex flex-col gap-1.5">
                  <Place finding={finding} {...place} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  );
}

/** The words that it is about, the way to them, and what mends them. */
function Place({ noteId, finding, isTyping, onMend }: PlaceProps & { finding: Finding }) {
  const [isBusy, setIsBusy] = useState(false);
  const { quote, blockId, mend, values } = finding;
  const other = values["noteId"];
  const handleMend = async (of: Mend) => {
    setIsBusy(true);
    await onMend(of);
    setIsBusy(false);
  };
  const place =
    blockId !== null
      ? { noteId, hash: blockId, words: t("Show in note") }
      : typeof other === "string"
        ? { noteId: other, hash: "", words: t("Open it") }
        : null;
  return (
    <>
      {quote && (
        <p dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-muted">
          {quote}
        </p>
      )}
      {(place || mend) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {mend && (
            <Button
              isBusy={isBusy}
              disabled={isTyping}
              className="max-w-full"
              onClick={() => void handleMend(mend)}
            >
              <span className="truncate">{mendWords(mend)}</span>
            </Button>
          )}
          {place && (
            <Link
              to="/app/editor/{-$noteId}"
              params={{ noteId: place.noteId }}
              {...(place.hash && { hash: place.hash })}
              className="tap inline-flex items-center gap-1 rounded-md text-sm text-accent hover:underline"
            >
              {place.words} <ArrowRight size={14} aria-hidden="true" className="rtl:-scale-x-100" />
            </Link>
          )}
        </div>
      )}
    </>
  );
}

/** How many checks of each subject are passed. */
function Passed({ checked: { findings, passed } }: { checked: Checked }) {
  const failed = [...new Set(findings.map(({ rule }) => rule))];
  const count = (rules: readonly Finding["rule"][], subject: Subject) =>
    rules.filter((rule) => subjectOf(rule) === subject).length;
  const subjects = (Object.keys(SUBJECTS) as Subject[]).map((subject) => {
    const good = count(passed, subject);
    return { subject, good, all: good + count(failed, subject) };
  });
  return (
    <>
      <h2 className="mt-6 font-medium">{t("Checks passed")}</h2>
      <dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-1 text-sm sm:grid-cols-3">
        {subjects
          .filter(({ all }) => all > 0)
          .map(({ subject, good, all }) => (
            <div key={subject} className="flex justify-between gap-3">
              <dt className="truncate text-muted">{SUBJECTS[subject]}</dt>
              <dd className={clsx("tabular-nums", good === all && "text-good")}>
                {t("{good} of {all}", { good, all })}
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}
