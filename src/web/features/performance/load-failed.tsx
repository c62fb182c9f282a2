import { LoadFault } from "../../kernel/load-fault.tsx";
import { t } from "../../lib/messages/t.ts";

type FiguresFailedProps = { error: unknown; isOld: boolean; onRetry: () => void };

/** What stands over figures that may be old, or in the place of those that could not be read. */
export const FiguresFailed = (props: FiguresFailedProps) => (
  <LoadFault
    {...props}
    words={{ offline: t("Can't load the figures while offline."), failed: t("Couldn't load the figures.") }}
  />
);
