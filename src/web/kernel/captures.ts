import type { ComponentType } from "react";
import { create } from "zustand";

/** What the + of the phone takes beside a note. */
export type Capture = {
  readonly id: string;
  /** Of its tab. */
  readonly title: string;
  readonly View: ComponentType<{ onAdded: () => void }>;
};

/** They come with the manifests, after the first paint. */
export const useCaptures = create<{ captures: readonly Capture[] }>(() => ({ captures: [] }));
