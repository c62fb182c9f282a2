import { CloudOff, MapPin } from "lucide-react";
import { useState, type ReactNode } from "react";
import { START_CITY, changeWeather, keepStartCity } from "../../kernel/weather/weather-choice.ts";
import { useWeather, type WeatherState } from "../../kernel/weather/use-weather.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { WeatherSettings } from "./weather-settings.tsx";
import { type WeatherSize, WeatherView } from "./weather-view.tsx";

/** The weather of the chosen place, without a frame: the dashboard draws card and head. */
export function WeatherWidget({ size }: { size: WeatherSize }) {
  const state = useWeather();
  const { choice, weather, isOld } = state;
  if (choice && !choice.isOn)
    return (
      <WeatherMessage words={t("Weather is off.")}>
        <Button onClick={() => void changeWeather({ isOn: true })}>{t("Turn on")}</Button>
      </WeatherMessage>
    );
  return (
    <div className="flex h-full flex-col gap-3">
      {choice && !choice.isAsked && <AskForPlace />}
      <div className="min-h-0 flex-1">
        {weather ? <WeatherView weather={weather} size={size} isOld={isOld} /> : <NoWeather {...state} />}
      </div>
    </div>
  );
}

function NoWeather({ failure, retry }: Pick<WeatherState, "failure" | "retry">) {
  if (failure === null) return <SkeletonRows count={2} />;
  return (
    <WeatherMessage words={t("Weather unavailable")} reason={failure}>
      {retry && <Button onClick={retry}>{t("Retry")}</Button>}
    </WeatherMessage>
  );
}

type WeatherMessageProps = { words: string; reason?: string; children?: ReactNode };

/** In the place of the weather: why there is none, and what to do. */
export function WeatherMessage({ words, reason, children }: WeatherMessageProps) {
  return (
    <div role="status" className="flex h-full flex-col items-start justify-center gap-2">
      <p className="flex items-center gap-2 text-sm font-medium">
        <CloudOff size={16} aria-hidden="true" className="shrink-0 text-faint" />
        {words}
      </p>
      {reason && <p className="text-sm text-muted">{reason}</p>}
      {children}
    </div>
  );
}

/** Asked once: New York is where everyone starts. */
function AskForPlace() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button onClick={() => setIsOpen(true)}>
        <MapPin size={14} aria-hidden="true" /> {t("Choose your place")}
      </Button>
      <Button look="quiet" onClick={() => void keepStartCity()}>
        {t("Keep {city}", { city: START_CITY })}
      </Button>
      <Dialog title={t("Weather")} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <WeatherSettings onChosen={() => setIsOpen(false)} />
      </Dialog>
    </div>
  );
}
