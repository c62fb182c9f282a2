import { Extension } from "@tiptap/core";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import type { DecorationSet } from "@tiptap/pm/view";

/** What is shown in the text and is not in it. */
export type Proposal = {
  decorations: DecorationSet;
  /** The same after a transaction; null when nothing is left of it. */
  follow: (transaction: Transaction) => Proposal | null;
  /** True when the key was meant for it. */
  handleKey: (event: KeyboardEvent) => boolean;
};

export const proposalKey = new PluginKey<Proposal | null>("proposal");

/** Room for a proposal, whose code comes with the first one. Before all else, because Tab and Escape mean much in a text. */
export const ProposalHost = Extension.create({
  name: "proposalHost",
  priority: 1100,
  addProseMirrorPlugins: () => [
    new Plugin<Proposal | null>({
      key: proposalKey,
      state: {
        init: () => null,
        apply: (transaction, proposal) => {
          const given = transaction.getMeta(proposalKey) as Proposal | null | undefined;
          return given === undefined ? (proposal?.follow(transaction) ?? null) : given;
        },
      },
      props: {
        decorations: (state) => proposalKey.getState(state)?.decorations,
        handleKeyDown: ({ state }, event) => proposalKey.getState(state)?.handleKey(event),
      },
    }),
  ],
});
