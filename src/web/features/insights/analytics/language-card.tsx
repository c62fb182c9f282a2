import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { WritingSystem } from "#contract/analytics.ts";
import { language } from "../../../lib/messages/catalog.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { showBehind } from "./behind.ts";
import { CardWaits } from "./card-waits.tsx";
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

const TITLE = t("How you write");

/** How one writes: vocabulary, length of sentences, how hard it is to read. */
export function LanguageCard({ period }: { period: Period }) {
  const heading = useId();
  const query = useQuery(api.insights.language.queryOptions({ input: period, staleTime: 0 }));
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
      {data.systems.length === 0 ? (
        <p className="py-6 text-center text-sm text-muted">{t("Nothing in this period.")}</p>
      ) : (
        data.systems.map((system) => <System key={system.system} of={system} period={period} />)
      )}
      <p className="text-xs text-muted">
        {t(
          "From the notes you wrote most in, at most 50. Readability is LIX: below 30 is easy, above 55 is hard.",
        )}
      </p>
    </section>
  );
}

function System({ of, period }: { of: WritingSystem; period: Period }) {
  const { system, vocabulary, wordsASentence, readability } = of;
  // Of those that were written most in, which stand first there, they are made.
  const open = () => showBehind({ title: TITLE, kind: "notes", asked: { ...period, origin: "typed" } });
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h3 className="text-sm text-muted">{NAMES[system] ?? system}</h3>
      <div className="grid grid-cols-3 gap-2">
        <Fact name={t("Different words")} value={figure(vocabulary)} onOpen={open} />
        <Fact name={t("Words a sentence")} value={wordsASentence.toLocaleString(language)} onOpen={open} />
        {readability !== null && <Fact name={t("Readability")} value={figure(readability)} onOpen={open} />}
      </div>
    </div>
  );
}

const Fact = ({ name, value, onOpen }: { name: string; value: string; onOpen: () => void }) => (
  <button
    type="button"
    onClick={onOpen}
    className="-m-1 flex min-w-0 flex-col rounded-md p-1 text-start hover:bg-hover"
  >
    <span className="text-xs text-muted">{name}</span>
    <span className="text-lg font-semibold tabular-nums">{value}</span>
  </button>
);
