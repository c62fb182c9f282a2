import type { FunctionComponent } from "react";
import { create } from "zustand";

/**
 * What each dialog is told, by its kind. Empty here: a noun adds its own beside its manifest, by `declare module`, so that whoever opens
 * one is checked without importing it.
 */
export interface Dialogs {}

export type Dialog = { [Kind in keyof Dialogs]: { kind: Kind } & Dialogs[Kind] }[keyof Dialogs];

/** What draws the dialogs of a noun. */
export type DialogViews = {
  [Kind in keyof Dialogs]?: FunctionComponent<Dialogs[Kind] & { onClose: () => void }>;
};

/** The dialog an action has opened; one host shows it, wherever the action was asked for. */
export const useActionDialog = create<{ dialog: Dialog | null }>(() => ({ dialog: null }));

export const openDialog = (dialog: Dialog): void => useActionDialog.setState({ dialog });
export const closeDialog = (): void => useActionDialog.setState({ dialog: null });
