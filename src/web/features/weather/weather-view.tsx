import { clsx } from "clsx";
import { CloudOff } from "lucide-react";
import type { WidgetSize } from "#contract/shared/dashboard.ts";
import type { Weather } from "#contract/weather.ts";
import { conditionWords, WeatherIcon } from "../../kernel/weather/conditions.tsx";
import { hourOfDay, weekdayHead } from "../../lib/dates.ts";
import { rich } from "../../lib/messages/rich.ts";
import { t } from "../../lib/messages/t.ts";
import { Time, useTimeChoices } from "../../ui/dates/time.tsx";
import { asWritten, degrees, wholeNumber } from "./weather-words.ts";

export type WeatherSize = WidgetSize;

type WeatherViewProps = {
  weather: Weather;
  size: WeatherSize;
  /** It is the last known one. */
  isOld: boolean;
};

/** The weather of a place: now, in larger sizes with what comes. */
export function WeatherView({ weather, size, isOld }: WeatherViewProps) {
  return (
    <div className="flex h-full flex-col gap-4">
      <Now weather={weather} hasDetails={size !== "S"} />
      {size !== "S" && <Hours hours={weather.hours} isLong={size === "L"} />}
      {size === "L" && <Days days={weather.days} />}
      <Source fetchedAt={weather.fetchedAt} isOld={isOld} />
    </div>
  );
}

function Now({ weather, hasDetails }: { weather: Weather; hasDetails: boolean }) {
  const { temperature, icon, isDay, city, units, days } = weather;
  const [today] = days;
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-3">
      <div className="flex min-w-0 items-center gap-3">
        <WeatherIcon code={icon} isDay={isDay} size={36} className="shrink-0 text-muted" />
        <p className="text-2xl font-semibold tabular-nums">
          {degrees(temperature)}
          <span className="text-lg font-normal text-muted">{units === "imperial" ? "F" : "C"}</span>
        </p>
        <div className="min-w-0">
          <p className="truncate text-sm font-medium" dir="auto">
            {city}
          </p>
          <p className="text-sm text-muted">{conditionWords(icon)}</p>
        </div>
      </div>
      {hasDetails ? (
        <Details weather={weather} />
      ) : (
        today && (
          <p className="w-full text-sm text-muted tabular-nums">
            {t("High {high}, low {low}", { high: degrees(today.high), low: degrees(today.low) })}
          </p>
        )
      )}
    </div>
  );
}

function Details({ weather: { feelsLike, humidity, wind, units } }: { weather: Weather }) {
  const speed = wholeNumber(wind);
  const details = [
    [t("Feels like"), degrees(feelsLike)],
    [t("Humidity"), t("{percent}%", { percent: wholeNumber(humidity) })],
    [t("Wind"), units === "imperial" ? t("{speed} mph", { speed }) : t("{speed} km/h", { speed })],
  ];
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {details.map(([name, value]) => (
        <div key={name}>
          <dt className="text-xs text-faint">{name}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Every second hour in a small one, so that the strip reaches through the day. */
function Hours({ hours, isLong }: { hours: Weather["hours"]; isLong: boolean }) {
  useTimeChoices();
  const shown = hours.filter((_, at) => at % 2 === 0).slice(0, isLong ? 12 : 8);
  return (
    <ol
      aria-label={t("Next hours")}
      className={clsx(
        "grid grid-cols-5 gap-y-3 border-y border-line py-3 @sm:grid-cols-8",
        isLong && "@3xl:grid-cols-12",
      )}
    >
      {shown.map(({ at, localTime, temperature, icon, isDay, precipitationChance }, index) => (
        <li
          key={at}
          className={clsx(
            "flex-col items-center gap-1 text-center text-xs",
            index < 5 ? "flex" : index < 8 ? "hidden @sm:flex" : "hidden @3xl:flex",
          )}
        >
          <span className="text-faint">{hourOfDay(asWritten(localTime))}</span>
          <WeatherIcon code={icon} isDay={isDay} size={18} className="text-muted" />
          <span className="sr-only">{conditionWords(icon)}</span>
          <span className="text-sm tabular-nums">{degrees(temperature)}</span>
          <Chance percent={precipitationChance} />
        </li>
      ))}
    </ol>
  );
}

/** Told when it is worth an umbrella; its place stays. */
function Chance({ percent }: { percent: number | null }) {
  const isTold = percent !== null && percent >= 10;
  return (
    <span className="min-h-4 text-xs text-faint tabular-nums">
      {isTold && (
        <>
          <span className="sr-only">{t("Chance of rain or snow:")} </span>
          {t("{percent}%", { percent: wholeNumber(percent) })}
        </>
      )}
    </span>
  );
}

function Days({ days }: { days: Weather["days"] }) {
  const lowest = Math.min(...days.map(({ low }) => low));
  const span = Math.max(1, Math.max(...days.map(({ high }) => high)) - lowest);
  const percent = (degree: number) => `${((degree - lowest) / span) * 100}%`;
  return (
    <ol aria-label={t("Next days")} className="flex max-w-3xl flex-col gap-1.5 text-sm">
      {days.map(({ date, high, low, icon, precipitationChance }, index) => (
        <li
          key={date}
          className="grid grid-cols-[2.75rem_1.25rem_2rem_1.75rem_minmax(0.5rem,1fr)_1.75rem] items-center gap-x-1 tabular-nums @xs:grid-cols-[3.5rem_1.25rem_2.25rem_2.25rem_minmax(1rem,1fr)_2.25rem] @xs:gap-x-2"
        >
          <span className={clsx("truncate", index === 0 && "font-medium")}>
            {index === 0 ? t("Today") : weekdayHead(asWritten(date))}
          </span>
          <WeatherIcon code={icon} size={18} className="text-muted" />
          <span className="sr-only">{conditionWords(icon)}</span>
          <Chance percent={precipitationChance} />
          <span className="text-end text-muted">
            <span className="sr-only">{t("Low")} </span>
            {degrees(low)}
          </span>
          <span aria-hidden="true" className="relative h-1 rounded-full bg-pressed">
            <span
              className="absolute inset-y-0 rounded-full bg-muted"
              style={{ insetInlineStart: percent(low), width: `${((high - low) / span) * 100}%` }}
            />
          </span>
          <span className="text-end">
            <span className="sr-only">{t("High")} </span>
            {degrees(high)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Whose data it is, which its license asks for, and of when, where that is not now. */
function Source({ fetchedAt, isOld }: { fetchedAt: string; isOld: boolean }) {
  return (
    <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-faint">
      {isOld && (
        <span role="status" className="inline-flex items-center gap-1.5 text-warn">
          <CloudOff size={13} aria-hidden="true" />
          <Time at={fetchedAt} words={(when) => t("Last known, {when}", { when })} />
        </span>
      )}
      <span>
        {rich("Data: <link>Open-Meteo</link>", {
          link: (words) => (
            <a
              href="https://open-meteo.com/"
              target="_blank"
              rel="noopener noreferrer"
              className="tap underline hover:text-ink"
            >
              {words}
            </a>
          ),
        })}
      </span>
    </p>
  );
}
