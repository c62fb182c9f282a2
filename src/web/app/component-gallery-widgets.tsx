import type { ReactNode } from "react";
import { BANNER_DEFAULTS } from "#contract/shared/banner.ts";
import { BannerSketch, SCREENS } from "../features/dashboard/banner/banner-sketch.tsx";
import { widget as overview } from "../features/insights/widgets/analytics-overview.tsx";
import { widget as heatmap } from "../features/insights/widgets/heatmap.tsx";
import { widget as writingGoal } from "../features/insights/widgets/writing-goal.tsx";
import { type Specimen, State } from "../features/component-gallery/specimen.tsx";
import { SAMPLE_WEATHER } from "../features/weather/sample-weather.ts";
import { type WeatherSize, WeatherView } from "../features/weather/weather-view.tsx";
import { WeatherMessage, WeatherWidget } from "../features/weather/weather-widget.tsx";
import { Button } from "../ui/button.tsx";
import { WidgetCard } from "../ui/data-parts/widget-card.tsx";

type CardProps = { title: string; size: WeatherSize; isSample?: boolean; children: ReactNode };

const HEIGHTS: Record<WeatherSize, string> = { S: "h-48 w-64", M: "h-72", L: "h-[32rem]" };

function Card({ title, size, isSample = false, children }: CardProps) {
  return (
    <div className={`max-w-full ${HEIGHTS[size]}`}>
      <WidgetCard title={title} isSample={isSample}>
        {children}
      </WidgetCard>
    </div>
  );
}

function WeatherSpecimens() {
  return (
    <div className="flex flex-col gap-6">
      <State name="of your place" isWide>
        <Card title="Weather" size="M">
          <WeatherWidget size="M" />
        </Card>
      </State>
      <State name="S, the last known; unavailable" isWide>
        <div className="flex flex-wrap gap-4">
          <Card title="Weather, S" size="S" isSample>
            <WeatherView weather={SAMPLE_WEATHER} size="S" isOld />
          </Card>
          <Card title="Weather, none" size="S">
            <WeatherMessage words="Weather unavailable" reason="Failed to connect to weather service">
              <Button>Retry</Button>
            </WeatherMessage>
          </Card>
        </div>
      </State>
      {(["M", "L"] as const).map((size) => (
        <State key={size} name={size} isWide>
          <Card title={`Weather, ${size}`} size={size} isSample>
            <WeatherView weather={SAMPLE_WEATHER} size={size} isOld={false} />
          </Card>
        </State>
      ))}
    </div>
  );
}

function InsightSpecimens() {
  return (
    <div className="flex flex-col gap-6">
      <State name="goal; overview" isWide>
        <div className="flex flex-wrap gap-4">
          <Card title="Writing Goal" size="S" isSample>
            <writingGoal.Preview size="S" />
          </Card>
          <Card title="Analytics Overview" size="S" isSample>
            <overview.Preview size="S" />
          </Card>
        </div>
      </State>
      {(["S", "M", "L"] as const).map((size) => (
        <State key={size} name={`heatmap, ${size}`} isWide>
          <Card title={`Heatmap, ${size}`} size={size === "L" ? "M" : size} isSample>
            <heatmap.Preview size={size} />
          </Card>
        </State>
      ))}
    </div>
  );
}

/** White below and colored above: where words have it hardest. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><linearGradient id="g" x2="0" y2="1"><stop stop-color="#2b5876"/><stop offset="1" stop-color="#fff"/></linearGradient><rect width="1600" height="900" fill="url(#g)"/></svg>',
)}`;

function BannerSpecimens() {
  const shown = { url: PICTURE, type: "image" as const, look: BANNER_DEFAULTS };
  const square = { ...BANNER_DEFAULTS, aspectRatio: "1:1" as const, borderRadius: 24, opacity: 80 };
  return (
    <div className="flex flex-col gap-6">
      {[
        { name: "without a picture", shown: null },
        { name: "with a picture", shown },
        { name: "a square with round corners", shown: { ...shown, look: square } },
      ].map((specimen) => (
        <State key={specimen.name} name={specimen.name} isWide>
          <BannerSketch screen={SCREENS[0]!} shown={specimen.shown} />
        </State>
      ))}
    </div>
  );
}

export const widgetSpecimens: Specimen[] = [
  {
    id: "banner",
    title: "Dashboard banner",
    about: "Greeting, date, clock and weather over a picture or video, or over a quiet ground.",
    keywords: "picture video greeting clock header",
    Show: BannerSpecimens,
  },
  {
    id: "weather",
    title: "Weather",
    about:
      "The weather of one's place: now, in larger sizes the next hours and days; the last known one with its age.",
    keywords: "widget dashboard temperature forecast",
    Show: WeatherSpecimens,
  },
  {
    id: "insights",
    title: "Words written",
    about: "The day's goal, the figures at a glance, and a year of days.",
    keywords: "widget dashboard goal heatmap analytics streak",
    Show: InsightSpecimens,
  },
];
