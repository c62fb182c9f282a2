import { create } from "zustand";

/** What is written and not asked yet, by conversation; of this page alone. */
export const useDrafts = create<{ texts: Readonly<Record<string, string>> }>(() => ({ texts: {} }));

export const keepDraft = (threadId: string, text: string): void =>
  useDrafts.setState(({ texts }) => ({ texts: { ...texts, [threadId]: text } }));
