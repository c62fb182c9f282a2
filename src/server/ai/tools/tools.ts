import { z } from "zod";
import type { RecordKind } from "#contract/changesets.ts";
import type { SentPassage } from "#contract/chat.ts";
import { cleanStrings } from "#document/text/clean-text.ts";
import { Failure } from "../../failure.ts";
import type { Changeable } from "../../feature.ts";
import { readingTools } from "./reading.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { writingTools } from "./writing.ts";

/** Of an answer to a model, in characters. */
const RESULT_MAX = 60_000;

type Changeables = Record<RecordKind, Changeable>;

/** All that a model may do for a person, by its name. What reads is done; what writes is proposed. */
export const toolsFor = onceFor((changeables: Changeables): ReadonlyMap<string, Tool> => {
  return new Map([...readingTools, ...writingTools(changeables)].map((tool) => [tool.name, tool]));
});

/** They go out with each question, and take a tenth of a second to make. */
function onceFor<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, Made>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

/** What a model needs of it: it goes out with each question. Limits, and patterns of what has a name, are told by the fault of who misses them. */
export const schemaOf = onceFor((tool: Tool): object => {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern;
      delete jsonSchema.maxLength;
      delete jsonSchema.maxItems;
      if (jsonSchema.format === "uuid") delete jsonSchema.description;
    },
  });
  return schema;
});

export type ToolAnswer = { text: string; step: string; isFault: boolean; sent: SentPassage[] };

/** Whatever a model wrote as a call of a tool: also one that is not there, with input that is none. Faults are told in words. */
export async function runTool(
  tools: ReadonlyMap<string, Tool>,
  context: ToolContext,
  call: { name: string; input: string },
): Promise<ToolAnswer> {
  const tool = tools.get(call.name);
  const fault = (text: string): ToolAnswer => ({
    text: JSON.stringify({ error: text }),
    step: `Could not ${(tool?.name ?? "use a tool that is not there").replaceAll("_", " ")}`,
    isFault: true,
    sent: [],
  });
  if (!tool) return fault("There is no tool of this name.");
  const input = tool.input.safeParse(jsonOf(call.input));
  if (!input.success) return fault(z.prettifyError(input.error).slice(0, 1_000));
  try {
    const told = await tool.run(context, input.data as never);
    const text = JSON.stringify(told.result);
    const isLong = text.length > RESULT_MAX;
    return {
      text: isLong ? JSON.stringify({ error: "That is too much at once. Ask for less." }) : text,
      step: told.step.slice(0, 300).toWellFormed(),
      isFault: isLong,
      sent: isLong ? [] : (told.sent ?? []),
    };
  } catch (error) {
    if (error instanceof Failure) return fault(error.message);
    throw error;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text || "{}", cleanStrings);
  } catch {
    return undefined;
  }
}
