import type { Agent } from "#contract/agents.ts";
import type { ChangeSource } from "#contract/changesets.ts";
import type { SentPassage } from "#contract/chat.ts";
import type { Services } from "../../../base.ts";
import type { Scope } from "../../../retrieval/scope.ts";
import type { AccountClock } from "../../answers/account-clock.ts";
import type { Draft } from "../../tools/draft.ts";
import type { Occasion } from "../happened.ts";

/** What a run works with. */
export type Working = {
  services: Pick<Services, "db" | "collab" | "changeables" | "models">;
  userId: string;
  agent: Agent;
  scope: Scope;
  clock: AccountClock;
  draft: Draft;
  source: ChangeSource;
  /** What came to its webhook; data of anybody's making. */
  payload: string | null;
  /** What of the account's own set it off. */
  happened: Occasion | null;
  /** When it last came to its end before this; null for the first time. */
  since: Date | null;
  signal: AbortSignal;
  /** Is seen at once. @throws when the run is to end */
  step: (words: string, isFault?: boolean) => Promise<void>;
  /** Passages that have gone to a model, or are about to. */
  sent: SentPassage[];
  /** Keeps what is in `sent` and `spent`: before anything goes out. */
  noteSent: () => Promise<void>;
  /** What went to a model, and what it cost. */
  spent: Spent;
};

export type Spent = {
  model: string | null;
  tokensIn: number | null;
  tokensOut: number | null;
  cost: number | null;
};

/** `title` is that of the changeset. `isAll`: what it proposed before under this title is in it, or is over. */
export type Worked = { title: string; summary: string; isAll?: boolean };
export type Recipe = (working: Working) => Promise<Worked>;
