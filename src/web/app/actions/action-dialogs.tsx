import type { ComponentType } from "react";
import { NoteHistory } from "../../features/history/note-history.tsx";
import { closeDialog, useActionDialog } from "../../kernel/actions/dialogs.ts";
import { dialogViews } from "../manifests.ts";
import { useBackCloses } from "./back-closes.ts";

/** The dialogs that actions open, from whichever menu, key or palette they were asked for. */
export function ActionDialogs() {
  return (
    <>
      <NoteHistory />
      <AskedDialog />
    </>
  );
}

function AskedDialog() {
  const dialog = useActionDialog((state) => state.dialog);
  useBackCloses(dialog !== null, closeDialog);
  if (!dialog) return null;
  const { kind, ...told } = dialog;
  // A kind and what it is told belong together; of a union of both the compiler does not know it any more.
  const View = dialogViews[kind] as ComponentType<typeof told & { onClose: () => void }>;
  return <View {...told} onClose={closeDialog} />;
}
