import { defineFeature } from "../feature.ts";
import { importMetrics, importPoints, removeUntouchedMetrics } from "./import-metrics.ts";
import { metricRoutes } from "./routes.ts";
import { pollMetric } from "./sources.ts";

export const metricsFeature = defineFeature({
  routes: { metrics: metricRoutes },
  importRows: {
    metrics: { add: importMetrics, removeUntouched: removeUntouchedMetrics },
    metricValues: { add: importPoints },
  },
  jobs: [pollMetric],
});
