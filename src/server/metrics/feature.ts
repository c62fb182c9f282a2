import { defineFeature } from "../feature.ts";
import { importMetrics, importPoints, removeUntouchedMetrics } from "./import-metrics.ts";
import { metricRoutes } from "./routes.ts";

export const metricsFeature = defineFeature({
  routes: { metrics: metricRoutes },
  importRows: {
    metrics: { add: importMetrics, removeUntouched: removeUntouchedMetrics },
    metricValues: { add: importPoints },
  },
});
