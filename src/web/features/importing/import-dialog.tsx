import { Dialog } from "../../ui/overlay/dialog.tsx";
import { ImportFlow, type ImportFlowProps } from "./import-flow.tsx";
import { t } from "../../lib/messages/t.ts";

/** Importing over the page one is on. */
export function ImportDialog(props: ImportFlowProps) {
  return (
    <Dialog title={t("Import")} isOpen onClose={props.onClose} size="medium">
      <ImportFlow {...props} />
    </Dialog>
  );
}
