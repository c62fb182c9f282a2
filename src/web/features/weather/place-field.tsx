import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { useId, useState, type KeyboardEvent } from "react";
import type { WeatherPlace } from "#contract/weather.ts";
import { t } from "../../lib/messages/t.ts";
import { useTyped } from "../../lib/use-debounced.ts";
import { api } from "../../platform/api.ts";
import { errorMessage, isUnreachable } from "../../platform/rpc-errors.ts";
import { Field } from "../../ui/field.tsx";

type PlaceFieldProps = {
  /** The name of the place that holds now. */
  chosen: string;
  onChoose: (place: WeatherPlace) => void;
};

/** Finds a place by the beginning of its name; region and country tell it from others. */
export function PlaceField({ chosen, onChoose }: PlaceFieldProps) {
  const listId = useId();
  const [query, setQuery] = useState("");
  const [typed, setTyped] = useTyped(query, 250, setQuery);
  const [pointed, setPointed] = useState(0);
  const { places, note } = useFoundPlaces(query);
  const shown = typed.trim() ? places : [];
  const active = shown[Math.min(pointed, shown.length - 1)];
  const choose = (place: WeatherPlace) => {
    setTyped("");
    onChoose(place);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setPointed(Math.max(0, Math.min(shown.length - 1, pointed + step)));
    // What is found belongs to words that were typed before.
    else if (event.key === "Enter" && active && typed === query) choose(active);
    else if (event.key === "Escape" && typed) setTyped("");
    else return;
    // A dialog around it would close.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="flex flex-col gap-1">
      <Field
        label={t("Place")}
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active && idOf(listId, active)}
        hint={t("Now: {place}", { place: chosen })}
        dir="auto"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setPointed(0);
          setTyped(event.target.value);
        }}
        onKeyDown={handleKey}
      />
      <p role="status" className="text-xs text-faint">
        {typed.trim() && note}
      </p>
      {shown.length > 0 && (
        <div id={listId} role="listbox" aria-label={t("Places")} className="max-h-64 overflow-y-auto">
          {shown.map((place) => (
            <PlaceOption
              key={idOf(listId, place)}
              id={idOf(listId, place)}
              place={place}
              isActive={place === active}
              onChoose={() => choose(place)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

const idOf = (listId: string, { latitude, longitude }: WeatherPlace) => `${listId}-${latitude}-${longitude}`;

type PlaceOptionProps = { id: string; place: WeatherPlace; isActive: boolean; onChoose: () => void };

function PlaceOption({ id, place: { name, region, country }, isActive, onChoose }: PlaceOptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onChoose}
      className="flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 text-sm hover:bg-hover aria-selected:bg-pressed pointer-coarse:min-h-11"
    >
      <MapPin size={15} aria-hidden="true" className="shrink-0 text-faint" />
      <bdi className="truncate">
        {name} <span className="text-muted">{[region, country].filter(Boolean).join(", ")}</span>
      </bdi>
    </div>
  );
}

/** One letter is the beginning of too many names. */
const LEAST = 2;

function useFoundPlaces(words: string): { places: WeatherPlace[]; note: string | null } {
  const query = words.trim();
  const isWanted = query.length >= LEAST;
  const { data, error } = useQuery(
    api.weather.places.queryOptions({
      input: { query },
      enabled: isWanted,
      staleTime: Infinity,
      placeholderData: keepPreviousData,
      persister: undefined,
    }),
  );
  if (!isWanted) return { places: [], note: null };
  if (error)
    return {
      places: [],
      note: isUnreachable(error)
        ? t("You're offline.")
        : errorMessage(error, t("Failed to connect to weather service")),
    };
  const places = data?.places ?? [];
  return { places, note: data && places.length === 0 ? t("No place has this name.") : null };
}
