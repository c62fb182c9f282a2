import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Note } from "#contract/notes.ts";
import { defineFields, type OwnInputProps, type SettingsOf } from "../../../kernel/widgets/settings.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { NothingYet, WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { Button } from "../../../ui/button.tsx";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { isUnreachable } from "../../../platform/rpc-errors.ts";
import { Select } from "../../../ui/overlay/select.tsx";
import { choicesOf, filterOf } from "../list/explorer-choices.ts";
import { noteListOptions } from "../list/note-list-options.ts";
import { paramsOf, useSavedSearches } from "../search/saved-searches.tsx";
import { searchKnownNotes } from "../search/search-known-notes.ts";
import { NoteRows } from "./note-rows.tsx";

const fields = defineFields({
  address: { kind: "own", label: t("Saved search"), initial: "", Input: SavedSelect },
  words: {
    kind: "text",
    label: t("Or words and filters"),
    hint: t("As in the search field, such as tag:garden after:30d."),
    initial: "",
    most: 300,
  },
  count: { kind: "number", label: t("Notes at most"), initial: 6, min: 1, max: 30 },
});
type Settings = SettingsOf<typeof fields>;

function SavedSelect({ label, value, onChange }: OwnInputProps) {
  const saved = useSavedSearches();
  // One that was removed since still holds here.
  const isGone = value !== "" && !saved.some(({ address }) => address === value);
  return (
    <Select label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t("None")}</option>
      {isGone && <option value={value}>{nameOf(value)}</option>}
      {saved.map(({ name, address }) => (
        <option key={address} value={address}>
          {name}
        </option>
      ))}
    </Select>
  );
}

const nameOf = (address: string): string => Object.values(paramsOf(address)).join(" ");

const paramsOfSettings = ({ address, words }: Settings): Record<string, string> =>
  words.trim() === "" ? paramsOf(address) : { q: words.trim() };

type Found = { notes: readonly Note[]; query: Parameters<typeof WidgetStates>[0]["of"] };

function useSearched(q: string, count: number, isWanted: boolean): Found {
  const query = useQuery(
    api.notes.search.queryOptions({
      input: { query: q, limit: count },
      enabled: isWanted,
      placeholderData: keepPreviousData,
    }),
  );
  if (isWanted && query.error && isUnreachable(query.error) && !query.data) {
    const notes = searchKnownNotes(q).map(({ note }) => note);
    return { notes, query: { ...query, data: notes, isPending: false } };
  }
  return { notes: query.data?.hits.map(({ note }) => note) ?? [], query };
}

function useListed(params: Record<string, string>, isWanted: boolean): Found {
  const filter = filterOf(params, choicesOf(params, undefined), null);
  const query = useInfiniteQuery({ ...noteListOptions(filter), enabled: isWanted });
  return { notes: query.data?.pages[0]?.notes ?? [], query };
}

function FoundNotes({ settings }: { settings: Settings }) {
  const params = paramsOfSettings(settings);
  const q = params["q"] ?? "";
  const searched = useSearched(q, settings.count, q !== "");
  const listed = useListed(params, q === "");
  const { notes, query } = q === "" ? listed : searched;
  return (
    <WidgetStates
      of={query}
      empty={notes.length === 0 && <NothingYet>{t("No note fits this search.")}</NothingYet>}
    >
      <NoteRows label={t("Found notes")} notes={notes.slice(0, settings.count)} />
      <Link
        to="/app/explorer"
        search={params}
        className="tap inline-flex min-h-8 items-center rounded-md text-sm text-accent hover:underline"
      >
        {t("Open in the explorer")}
      </Link>
    </WidgetStates>
  );
}

export const widget = defineWidget({
  fields,
  Title: function SearchTitle({ settings }) {
    const saved = useSavedSearches();
    const { words, address } = settings;
    if (words.trim() !== "") return <bdi>{words}</bdi>;
    const name = saved.find((one) => one.address === address)?.name ?? nameOf(address);
    return name === "" ? t("Saved Search") : <bdi>{name}</bdi>;
  },
  View: function SavedSearch({ settings, onChange, openSettings }) {
    const saved = useSavedSearches();
    if (Object.keys(paramsOfSettings(settings)).length > 0) return <FoundNotes settings={settings} />;
    return (
      <div className="flex flex-col gap-3">
        <NothingYet action={<Button onClick={openSettings}>{t("Write a Search...")}</Button>}>
          {t("What a search finds, always up to date. Searches saved in the explorer can be chosen here.")}
        </NothingYet>
        {saved.length > 0 && (
          <SavedSelect label={t("Saved search")} value="" onChange={(address) => onChange({ address })} />
        )}
      </div>
    );
  },
  Preview: () => (
    <ul className="text-sm">
      {[t("Dry stone walls"), t("Ideas for the orchard"), t("Order of the beds")].map((title) => (
        <li key={title} className="flex min-h-9 items-center font-medium">
          {title}
        </li>
      ))}
    </ul>
  ),
});
