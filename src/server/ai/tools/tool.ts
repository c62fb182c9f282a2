import type { z } from "zod";
import type { ChangeSource } from "#contract/changesets.ts";
import type { SentPassage } from "#contract/chat.ts";
import type { Services } from "../../base.ts";
import type { Reach } from "../../notes/ai-access/reach.ts";
import type { Scope } from "../../retrieval/scope.ts";
import type { Draft } from "./draft.ts";

/** For whom a tool works: everything is read as that user, and only what may go where the model is. */
export type ToolContext = {
  services: Pick<Services, "db" | "collab" | "changeables">;
  userId: string;
  reach: Reach;
  scope: Scope;
  source: ChangeSource;
  /** What was proposed so far. */
  draft: Draft;
  /** In a rehearsal: folders that a fence really closes, wherever they would lie. */
  shut?: ReadonlySet<string>;
};

/** What a tool answers. */
export type Told = {
  /** For the model, as JSON. */
  result: unknown;
  /** What the person sees of it: Read "Roof". */
  step: string;
  /** Of the account's own words in it, for the record of what was sent. */
  sent?: SentPassage[];
};

export type Tool = {
  name: string;
  description: string;
  input: z.ZodObject;
  /** It proposes; nothing is written before the person agrees. */
  isWriting: boolean;
  /** @throws Failure, whose words the model is told */
  run: (context: ToolContext, input: never) => Promise<Told>;
};

/** Keeps the type of the input together with what takes it. */
export const defineTool = <Input extends z.ZodObject>(
  tool: Omit<Tool, "input" | "run"> & {
    input: Input;
    run: (context: ToolContext, input: z.infer<Input>) => Promise<Told>;
  },
): Tool => tool as Tool;
