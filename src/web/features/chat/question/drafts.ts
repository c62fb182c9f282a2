import { create } from "zustand";
import type { AttachedFile } from "#contract/chat.ts";

/** A question that is to be asked as soon as the answer before it, and the files that go along, are there. */
export type NextQuestion = { text: string; isPlain: boolean; files: readonly AttachedFile[] };

type Drafts = {
  texts: Readonly<Record<string, string>>;
  files: Readonly<Record<string, readonly AttachedFile[]>>;
  next: Readonly<Record<string, NextQuestion | undefined>>;
};

/** What is written and not asked yet, by conversation; of this page alone. */
export const useDrafts = create<Drafts>(() => ({ texts: {}, files: {}, next: {} }));

export const keepDraft = (threadId: string, text: string): void =>
  useDrafts.setState(({ texts }) => ({ texts: { ...texts, [threadId]: text } }));

export const keepFiles = (
  threadId: string,
  change: (files: readonly AttachedFile[]) => readonly AttachedFile[],
): void =>
  useDrafts.setState(({ files }) => ({ files: { ...files, [threadId]: change(files[threadId] ?? []) } }));

export const keepNext = (threadId: string, question: NextQuestion | undefined): void =>
  useDrafts.setState(({ next }) => ({ next: { ...next, [threadId]: question } }));
