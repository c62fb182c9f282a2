import { clsx } from "clsx";
import { ChevronLeft, Search, SearchX } from "lucide-react";
import { Fragment, useId, useState, type ReactNode, type Ref } from "react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { inputClass } from "../../ui/field.tsx";
import { Screen } from "../../ui/screen.tsx";
import { findSettings, type Found } from "./find-settings.ts";
import { IdentityDialog } from "./identity-dialog.tsx";
import { SettingRow } from "./setting-row.tsx";
import type { SettingsTab, TabId } from "../../kernel/settings/setting.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

type SettingsScreenProps = {
  heading: Ref<HTMLHeadingElement>;
  tabs: SettingsTab[];
  current: SettingsTab;
  /** The address names the tab: a small screen shows that alone, and without it the list of them. */
  isChosen: boolean;
  /** The setting that the address names. */
  soughtId: string;
  /** A link to a tab, and to one setting of it; without a tab to the list of them. */
  renderLink: (to: { tab?: TabId; settingId?: string }, className: string, children: ReactNode) => ReactNode;
};

/** All settings: tabs beside their contents, on a small screen one after the other, and a search through all of them. */
export function SettingsScreen(props: SettingsScreenProps) {
  const { heading, tabs, current, isChosen, soughtId, renderLink } = props;
  const [query, setQuery] = useState("");
  const [at, setAt] = useState({ current, soughtId });
  // Following a link is the end of the search for it.
  if (at.current !== current || at.soughtId !== soughtId) {
    setAt({ current, soughtId });
    setQuery("");
  }
  const isSearching = query.trim() !== "";
  return (
    <Screen frame="full" title={t("Settings")} heading={heading}>
      <div className="mt-2 grid max-w-5xl grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-4 lg:sticky lg:top-6">
          <SearchField value={query} onChange={setQuery} />
          <nav
            aria-label={t("Settings")}
            className={clsx("flex-col gap-0.5 lg:flex", isChosen || isSearching ? "hidden" : "flex")}
          >
            {tabs.map(({ id, label, icon: Icon, settings }) => (
              <Fragment key={id}>
                {renderLink(
                  { tab: id },
                  linkClass(id === current.id && !isSearching, isChosen),
                  <>
                    <span className="shrink-0">
                      <Icon size={16} />
                    </span>
                    <span className="min-w-0">
                      <span className="block truncate">{label}</span>
                      <span className="block truncate text-xs font-normal text-faint lg:hidden">
                        {settings.map((setting) => setting.label).join(", ")}
                      </span>
                    </span>
                  </>,
                )}
              </Fragment>
            ))}
          </nav>
          {isChosen && !isSearching && (
            <nav aria-label={t("Back")} className="lg:hidden">
              {renderLink(
                {},
                "tap -ms-2 inline-flex min-h-9 items-center gap-1 rounded-md px-2 text-sm text-muted",
                <>
                  <ChevronLeft size={16} className="rtl:-scale-x-100" /> {t("All settings")}
                </>,
              )}
            </nav>
          )}
        </div>
        {isSearching ? (
          <Results found={findSettings(tabs, query)} query={query.trim()} renderLink={renderLink} />
        ) : (
          <div key={current.id} className={clsx("min-w-0", !isChosen && "max-lg:hidden")}>
            <h2 className="border-b border-line pb-3 text-lg font-semibold">{current.label}</h2>
            {current.settings.map((setting) => (
              <SettingRow key={setting.id} setting={setting} isSought={setting.id === soughtId} />
            ))}
          </div>
        )}
      </div>
      <IdentityDialog key={current.id} />
    </Screen>
  );
}

/** On a small screen the list is a page of its own, on which none is the current one. */
const linkClass = (isCurrent: boolean, isChosen: boolean) =>
  clsx(
    "tap flex items-center gap-2.5 rounded-md px-2.5 text-sm transition-colors max-lg:min-h-14 lg:h-9",
    isCurrent
      ? clsx("font-medium text-ink lg:bg-pressed", isChosen && "bg-pressed")
      : "text-muted hover:bg-hover hover:text-ink max-lg:font-medium max-lg:text-ink",
  );

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {t("Search settings")}
      </label>
      <Search
        size={15}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto text-faint"
      />
      <input
        id={id}
        type="search"
        placeholder={t("Search settings")}
        autoComplete="off"
        className={`${inputClass} h-9 pl-9`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onChange("")}
      />
    </div>
  );
}

type ResultsProps = {
  found: Found[];
  query: string;
  renderLink: SettingsScreenProps["renderLink"];
};

function Results({ found, query, renderLink }: ResultsProps) {
  if (found.length === 0)
    return (
      <EmptyState icon={<SearchX size={20} />} title={t("No setting matches")}>
        {t("Nothing matches “{query}”. Try another word.", { query })}
      </EmptyState>
    );
  return (
    <div className="min-w-0">
      <h2 className="border-b border-line pb-3 text-lg font-semibold" role="status">
        {plural(found.length, { one: "{count} setting", other: "{count} settings" })}
      </h2>
      <ul>
        {found.map(({ tab, setting }) => (
          <li key={setting.id} className="border-b border-line last:border-0">
            {renderLink(
              { tab: tab.id, settingId: setting.id },
              "block rounded-md px-3 py-3 hover:bg-hover",
              <>
                <span className="font-medium">{setting.label}</span>
                <span className="ml-2 text-sm text-faint">{tab.label}</span>
                {setting.help && <span className="mt-0.5 block text-sm text-muted">{setting.help}</span>}
              </>,
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
