import type { Weather } from "#contract/weather.ts";
import { type Specimen, State } from "../features/component-gallery/specimen.tsx";
import { type WeatherSize, WeatherView } from "../features/weather/weather-view.tsx";
import { WeatherMessage, WeatherWidget } from "../features/weather/weather-widget.tsx";
import { Button } from "../ui/button.tsx";
import { WidgetCard } from "../ui/data-parts/widget-card.tsx";

const CODES = [61, 63, 80, 3, 2, 1, 0];

/** From an hour that does not change, so that the specimen looks the same at any time. */
const SAMPLE: Weather = {
  temperature: 8.4,
  city: "Oslo",
  condition: "Light rain",
  icon: 61,
  region: "Oslo County",
  country: "Norway",
  isDay: true,
  feelsLike: 5.9,
  humidity: 71,
  wind: 16.1,
  hours: Array.from({ length: 24 }, (_, at) => ({
    at: new Date(Date.UTC(2026, 10, 26, 14 + at)).toISOString(),
    localTime: new Date(Date.UTC(2026, 10, 26, 15 + at)).toISOString().slice(0, 16),
    temperature: 8 - Math.abs(12 - at) / 2,
    icon: CODES[at % 7]!,
    isDay: at < 2 || at > 17,
    precipitationChance: (24 - at) * 3,
  })),
  days: Array.from({ length: 7 }, (_, at) => ({
    date: new Date(Date.UTC(2026, 10, 26 + at)).toISOString().slice(0, 10),
    high: 10 - at,
    low: 3 - at * 2,
    icon: CODES[at]!,
    precipitationChance: 60 - at * 10,
  })),
  timeZone: "Europe/Oslo",
  units: "metric",
  fetchedAt: "2026-11-26T14:05:00.000Z",
  isStale: false,
  attribution: "Open-Meteo",
};

function InCard({ size, isOld = false }: { size: WeatherSize; isOld?: boolean }) {
  return (
    <WidgetCard title={`Weather, ${size}`} size={size} isSample>
      <WeatherView weather={SAMPLE} size={size} isOld={isOld} />
    </WidgetCard>
  );
}

function WeatherSpecimens() {
  return (
    <div className="flex flex-col gap-6">
      <State name="of your place" isWide>
        <div className="grid grid-cols-12">
          <WidgetCard title="Weather" size="M">
            <WeatherWidget size="M" />
          </WidgetCard>
        </div>
      </State>
      <State name="S, the last known; unavailable" isWide>
        <div className="grid grid-cols-12 gap-4">
          <InCard size="S" isOld />
          <WidgetCard title="Weather, none" size="S">
            <WeatherMessage words="Weather unavailable" reason="Failed to connect to weather service">
              <Button>Retry</Button>
            </WeatherMessage>
          </WidgetCard>
        </div>
      </State>
      <State name="M" isWide>
        <div className="grid grid-cols-12">
          <InCard size="M" />
        </div>
      </State>
      <State name="L" isWide>
        <div className="grid grid-cols-12">
          <InCard size="L" />
        </div>
      </State>
    </div>
  );
}

export const widgetSpecimens: Specimen[] = [
  {
    id: "weather",
    title: "Weather",
    about:
      "The weather of one's place: now, in larger sizes the next hours and days; the last known one with its age.",
    keywords: "widget dashboard temperature forecast",
    Show: WeatherSpecimens,
  },
];
