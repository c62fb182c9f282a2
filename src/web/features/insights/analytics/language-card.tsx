import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { WritingSystem } from "#contract/analytics.ts";
import { language } from "../../../lib/messages/catalog.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { figure, type Period } from "./periods.ts";

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

/** How one writes: vocabulary, length of sentences, how hard it is to read. */
export function LanguageCard({ period }: { period: Period }) {
  const heading = useId();
  const { data } = useQuery(api.insights.language.queryOptions({ input: period, staleTime: 0 }));
  if (!data) return <SkeletonRows count={3} />;
  return (
    <section
      aria-labelledby={heading}
      className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-4"
    >
      <h2 id={heading} className="text-sm font-semibold">
        {t("How you write")}
      </h2>
      {data.systems.length === 0 ? (
        <p className="py-6 text-center text-sm text-muted">{t("Nothing in this period.")}</p>
      ) : (
        data.systems.map((system) => <System key={system.system} of={system} />)
      )}
      <p className="text-xs text-muted">
        {t(
          "From the notes you wrote most in, at most 50. Readability is LIX: below 30 is easy, above 55 is hard.",
        )}
      </p>
    </section>
  );
}

function System({ of }: { of: WritingSystem }) {
  const { system, vocabulary, wordsASentence, readability } = of;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h3 className="text-sm text-muted">{NAMES[system] ?? system}</h3>
      <dl className="grid grid-cols-3 gap-2">
        <Fact name={t("Different words")} value={figure(vocabulary)} />
        <Fact name={t("Words a sentence")} value={wordsASentence.toLocaleString(language)} />
        {readability !== null && <Fact name={t("Readability")} value={figure(readability)} />}
      </dl>
    </div>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="text-lg font-semibold tabular-nums">{value}</dd>
  </div>
);
