import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { SAMPLE_WEATHER } from "../sample-weather.ts";
import { WeatherView } from "../weather-view.tsx";
import { WeatherWidget } from "../weather-widget.tsx";

/** Place and units are the account's, which the greeting shows too: the card has no settings of its own. */
export const widget = defineWidget({
  View: WeatherWidget,
  Preview: ({ size }) => <WeatherView weather={SAMPLE_WEATHER} size={size} isOld={false} />,
});
