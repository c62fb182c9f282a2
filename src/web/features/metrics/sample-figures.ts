import { t } from "../../lib/messages/t.ts";

export type SampleFigure = {
  value: number;
  unit: string;
  previous: number;
  history: readonly number[];
};

/** The specification's fixed figures: nobody's own. What a card shows until one of the person's is connected. */
export const SAMPLES: Readonly<Record<string, SampleFigure>> = {
  "stats-revenue": sample(48_250, "$", 42_890, [41, 43, 42, 44, 43, 45, 46, 45, 47, 48.25]),
  "stats-users": sample(2_543, "", 2_350, [23.5, 23.6, 23.9, 24.2, 24.1, 24.6, 25, 25.4]),
  "stats-views": sample(18_204, "", 19_340, [20, 19.4, 19.1, 19.3, 18.6, 18.2]),
  "stats-growth": sample(23.5, "%", 20.1, [20, 20.4, 21, 20.8, 22, 23.1, 23.5]),
  "social-twitter": sample(12_480, t("followers"), 12_100, [12.1, 12.15, 12.2, 12.3, 12.4, 12.48]),
  "social-instagram": sample(8_932, t("followers"), 8_410, [8.4, 8.5, 8.6, 8.7, 8.9]),
  "social-linkedin": sample(3_217, t("followers"), 3_180, [3.18, 3.18, 3.19, 3.2, 3.22]),
};

function sample(value: number, unit: string, previous: number, history: number[]): SampleFigure {
  return { value, unit, previous, history };
}
