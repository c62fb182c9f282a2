import { Link } from "@tanstack/react-router";
import { ArrowLeft, ExternalLink } from "lucide-react";
import { type Ref, useState } from "react";
import type { SeoSettings } from "#contract/seo.ts";
import { LoadFault } from "../../kernel/load-fault.tsx";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { language as shownIn } from "../../lib/messages/catalog.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { errorCode, errorMessage } from "../../platform/rpc-errors.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { Checked } from "./check-worker.ts";
import { Findings } from "./findings.tsx";
import { Health } from "./health.tsx";
import { LinkSuggestions } from "./link-suggestions.tsx";
import { Previews } from "./previews.tsx";
import type { MeasuredPage } from "#seo/article.ts";
import { FORMULAS } from "#seo/language/reading-ease.ts";
import { isLanguage } from "#seo/language/function-words.ts";
import { makeLink, mendFinding, saveSettings } from "./seo-mutations.ts";
import { SettingsForm } from "./settings-form.tsx";
import { useReport } from "./use-report.ts";

type NoteReportProps = { noteId: string; heading: Ref<HTMLHeadingElement> };

const FILE = /^\/files\/([0-9a-f-]{36})/;

/** One note as search engines see it: what to do, what they are told, and how it will look there. */
export function NoteReport({ noteId, heading }: NoteReportProps) {
  const [draft, setDraft] = useState<Partial<SeoSettings>>({});
  const [isBusy, setIsBusy] = useState(false);
  const isChanged = Object.keys(draft).length > 0;
  const [typed, setTyped] = useState<SeoSettings | null>(null);
  const { note, measured, checked, error, retry } = useReport(noteId, isChanged ? typed : null);
  const known = note.data;
  const settings = known && { ...known.settings, ...draft };
  const handleChange = (change: Partial<SeoSettings>) => {
    if (!settings) return;
    setDraft({ ...draft, ...change });
    setTyped({ ...settings, ...change });
  };
  const discard = () => {
    setDraft({});
    setTyped(null);
  };
  const handleSave = async () => {
    if (!known || !isChanged) return;
    setIsBusy(true);
    if (await saveSettings(known, draft)) discard();
    setIsBusy(false);
  };
  const pictures = [...new Set(checked?.images.flatMap((src) => FILE.exec(src)?.[1] ?? []))];
  const chosen = pictures.find((picture) => picture === settings?.pictureId) ?? pictures[0];
  return (
    <Screen
      frame="full"
      title={known ? titleOf(known) : t("SEO")}
      heading={heading}
      actions={
        known?.page && (
          <a href={known.page.url} target="_blank" rel="noopener" className={buttonClass("plain")}>
            <ExternalLink size={14} aria-hidden="true" /> {t("Open Page")}
          </a>
        )
      }
      filters={
        <Link
          to="/app/seo"
          className="tap inline-flex items-center gap-1 self-start text-sm text-muted hover:text-ink"
        >
          <ArrowLeft size={14} aria-hidden="true" className="rtl:-scale-x-100" /> {t("All pages")}
        </Link>
      }
    >
      {error && !checked ? (
        <Unreadable error={error} onRetry={retry} />
      ) : !known || !settings ? (
        <SkeletonRows count={8} />
      ) : (
        <div className="mx-auto grid max-w-6xl grid-cols-1 gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <aside
            className="flex min-w-0 flex-col gap-6 lg:col-start-2 lg:row-start-1"
            aria-label={t("Settings and previews")}
          >
            <SettingsForm
              {...{ settings, pictures, isChanged, isBusy }}
              title={titleOf(known)}
              firstWords={checked?.firstWords ?? ""}
              found={checked?.foundLanguage ?? null}
              onChange={handleChange}
              onSave={() => void handleSave()}
              onDiscard={discard}
            />
            <Previews
              shown={{
                title: settings.title.trim() || known.title.trim(),
                description: settings.description.trim() || (checked?.firstWords ?? ""),
                slug: known.page?.slug ?? null,
                picture: chosen ? `/files/${chosen}` : null,
              }}
            />
          </aside>
          <div className="min-w-0 lg:col-start-1 lg:row-start-1">
            {checked ? (
              <>
                {error && <Unreadable isOld error={error} onRetry={retry} />}
                <Summary checked={checked} measured={measured} />
                <Findings
                  {...{ noteId, checked }}
                  isTyping={isChanged}
                  onMend={(mend) => mendFinding(known, mend)}
                />
                <LinkSuggestions
                  noteId={noteId}
                  suggestions={checked.suggestions}
                  isTyping={isChanged}
                  onLink={(place) => makeLink(known, place)}
                />
              </>
            ) : (
              <SkeletonRows count={8} />
            )}
          </div>
        </div>
      )}
    </Screen>
  );
}

function Summary({ checked, measured }: { checked: Checked; measured: MeasuredPage | null }) {
  const { health, words, ease, language, ms } = checked;
  const facts = [
    plural(words, { one: "{count} word", other: "{count} words" }, { count: words.toLocaleString(shownIn) }),
    ease !== null && isLanguage(language)
      ? t("Reading ease {ease} of 100 ({formula})", { ease, formula: FORMULAS[language].name })
      : t("No reading ease for this text"),
    ...(measured
      ? [
          t("Page: {html} and {pictures} of pictures, loaded in {ms} ms", {
            html: formatBytes(measured.htmlBytes),
            pictures: formatBytes(measured.imageBytes),
            ms: Math.round(measured.ms),
          }),
        ]
      : []),
  ];
  return (
    <div className="mb-5 flex items-center gap-4" data-ms={Math.round(ms)}>
      <Health value={health} isLarge />
      <ul className="min-w-0 text-sm text-muted">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  );
}

type UnreadableProps = { error: Error; isOld?: boolean; onRetry: () => void };

const Unreadable = (props: UnreadableProps) => (
  <LoadFault
    {...props}
    onRetry={errorCode(props.error) === "NOT_FOUND" ? undefined : props.onRetry}
    words={{
      offline: t("Can't check notes while offline."),
      failed:
        errorCode(props.error) === "NOT_FOUND"
          ? t("This note isn't there, or isn't yours. Only your own notes can be checked.")
          : errorMessage(props.error, t("The server didn't answer.")),
    }}
  />
);
