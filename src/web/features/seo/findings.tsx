import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { ArrowRight, CircleAlert, Info, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import type { Checked } from "./check-worker.ts";
import { findingWords, SUBJECTS, type Subject, subjectOf } from "./finding-words.ts";
import type { Finding } from "./rules/check-article.ts";
import type { Mend } from "./rules/rule.ts";
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

/** What to do, the one that matters most first; each leads to its place, some are mended here. */
export function Findings({ noteId, checked, isTyping, onMend }: FindingsProps) {
  const id = useId();
  const { findings, passed } = checked;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-medium">
        {findings.length === 0
          ? t("Nothing left to do")
          : plural(findings.length, { one: "{count} thing to do", other: "{count} things to do" })}
      </h2>
      <ol className="mt-2 divide-y divide-line rounded-md border border-line empty:hidden">
        {findings.map((finding, index) => (
          <FindingRow
            key={`${finding.rule} ${finding.blockId ?? ""} ${index}`}
            {...{ noteId, finding, isTyping, onMend }}
            isNext={index === 0}
          />
        ))}
      </ol>
      <Passed checked={checked} />
      <p className="sr-only" role="status">
        {plural(
          findings.length,
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

type FindingRowProps = Omit<FindingsProps, "checked"> & { finding: Finding; isNext: boolean };

function FindingRow({ noteId, finding, isNext, isTyping, onMend }: FindingRowProps) {
  const [isBusy, setIsBusy] = useState(false);
  const { severity, quote, blockId, mend, values } = finding;
  const { icon: Icon, color, words } = LOOKS[severity];
  const other = values["noteId"];
  const handleMend = async (of: Mend) => {
    setIsBusy(true);
    await onMend(of);
    setIsBusy(false);
  };
  const place =
    blockId !== null
      ? { to: "/app/editor/{-$noteId}", params: { noteId }, hash: blockId, words: t("Show in note") }
      : typeof other === "string"
        ? { to: "/app/editor/{-$noteId}", params: { noteId: other }, hash: "", words: t("Open it") }
        : null;
  return (
    <li className="flex gap-3 p-3" data-rule={finding.rule}>
      <Icon size={16} role="img" aria-label={words} className={clsx("mt-0.5 shrink-0", color)} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className={clsx("text-sm text-pretty", isNext && "font-medium")}>{findingWords(finding)}</p>
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
                to={place.to as never}
                params={place.params as never}
                {...(place.hash && { hash: place.hash })}
                className="tap inline-flex items-center gap-1 rounded-md text-sm text-accent hover:underline"
              >
                {place.words} <ArrowRight size={14} aria-hidden="true" className="rtl:-scale-x-100" />
              </Link>
            )}
          </div>
        )}
      </div>
    </li>
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
