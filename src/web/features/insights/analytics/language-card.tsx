import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Writing } from "#contract/analytics.ts";
import { language } from "../../../lib/messages/catalog.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { showBehind } from "./behind.ts";
import { CardWaits } from "./card-waits.tsx";
import { figure, type Period, wordsOf } from "./periods.ts";

const NAMES: Record<string, string> = {
  Latin: t("Latin letters"),
  Cyrillic: t("Cyrillic letters"),
  Greek: t("Greek letters"),
  Arabic: t("Arabic letters"),
  Hebrew: t("Hebrew letters"),
  Devanagari: t("Devanagari"),
  Hangul: t("Korean"),
  Thai: t("Thai"),
  Han: t("Chinese and Japanese"),
};

const TITLE = t("How you write");

const languageNames = new Intl.DisplayNames(language, { type: "language" });
const nameOf = ({ language: spoken, system }: Writing): string =>
  spoken === null ? (NAMES[system] ?? system) : (languageNames.of(spoken) ?? spoken);

/** How one writes in each language: vocabulary, length of sentences, how hard it is to read. */
export function LanguageCard({ period }: { period: Period }) {
  const heading = useId();
  const query = useQuery(api.insights.writing.queryOptions({ input: period, staleTime: 0 }));
  const { data } = query;
  if (!data) return <CardWaits title={TITLE} query={query} rows={3} />;
  return (
    <section
      aria-labelledby={heading}
      className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-4"
    >
      <h2 id={heading} className="text-sm font-semibold">
        {TITLE}
      </h2>
      {data.writings.length === 0 ? (
        <p className="py-6 text-center text-sm text-muted">{t("Nothing in this period.")}</p>
      ) : (
        data.writings.map((writing) => <WritingFacts key={writing.language ?? writing.system} of={writing} />)
      )}
      <p className="text-xs text-muted">
        {t("From the notes you wrote most in, at most 50.")}{" "}
        {data.writings.some(({ readingEase }) => readingEase !== null) &&
          t("Reading ease goes from 0, hard, to 100, easy, by the formula made for each language.")}{" "}
        {data.writings.some(({ readability }) => readability !== null) &&
          t("LIX goes the other way: below 30 is easy, above 55 is hard.")}
      </p>
    </section>
  );
}

function WritingFacts({ of }: { of: Writing }) {
  const { words, vocabulary, wordsASentence, readingEase, readability, notes } = of;
  const open = () => showBehind({ title: nameOf(of), kind: "writing", notes });
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h3 className="flex flex-wrap justify-between gap-x-4 text-sm">
        {nameOf(of)}
        <span className="text-muted tabular-nums">{wordsOf(words)}</span>
      </h3>
      <div className="grid grid-cols-3 gap-2">
        <Fact name={t("Different words")} value={figure(vocabulary)} onOpen={open} />
        <Fact name={t("Words a sentence")} value={wordsASentence.toLocaleString(language)} onOpen={open} />
        {readingEase !== null && <Fact name={t("Reading ease")} value={figure(readingEase)} onOpen={open} />}
        {readability !== null && <Fact name={t("LIX")} value={figure(readability)} onOpen={open} />}
      </div>
    </div>
  );
}

const Fact = ({ name, value, onOpen }: { name: string; value: string; onOpen: () => void }) => (
  <button
    type="button"
    onClick={onOpen}
    className="-m-1 flex min-w-0 flex-col justify-between rounded-md p-1 text-start hover:bg-hover"
  >
    <span className="text-xs text-muted">{name}</span>
    <span className="text-lg font-semibold tabular-nums">{value}</span>
  </button>
);
