import type { Config } from "../../platform/config.ts";
import type { Egress } from "../../platform/egress/egress.ts";
import type { Logger } from "../../platform/log.ts";
import type { McpServerSettings } from "../../platform/mcp-settings.ts";
import type { Reach } from "../../notes/ai-access/reach.ts";
import { describeAsData, outputAsData, schemaAsData } from "./as-data.ts";

/** What a server said of its tools is taken for this long; one that doesn't answer is not asked for a while. */
const KNOWN_MS = 5 * 60_000;
const AWAY_MS = 60_000;
/** A question doesn't wait longer for what may be offered with it. */
const LIST_MS = 4_000;

/** A tool of a server that the operator set up, as Chat offers it to a model. */
export type OperatorTool = {
  /** As models take it: unique among all tools. */
  name: string;
  /** For people: "Wiki: search". */
  words: string;
  description: string;
  schema: object;
  /** It is used without asking. */
  onlyReads: boolean;
  /** @returns what the model is told; faults in words */
  use: (input: Record<string, unknown>, signal: AbortSignal) => Promise<{ text: string; isFault: boolean }>;
};

export type OperatorTools = ReturnType<typeof createOperatorTools>;

type Deps = { config: Pick<Config, "mcpServers">; egress: Egress; log: Logger };
type Known = { at: number; isAway: boolean; tools: Promise<OperatorTool[]> };

/** The tools of the operator's MCP servers. What they say of themselves, and what they answer, is data of somebody else. */
export function createOperatorTools({ config, egress, log }: Deps) {
  const known = new Map<McpServerSettings, Known>();

  function toolsOf(settings: McpServerSettings, index: number): Promise<OperatorTool[]> {
    const found = known.get(settings);
    if (found && performance.now() - found.at < (found.isAway ? AWAY_MS : KNOWN_MS)) return found.tools;
    const entry: Known = { at: performance.now(), isAway: false, tools: Promise.resolve([]) };
    entry.tools = listedTools({ egress, settings, index }).catch((error: unknown) => {
      entry.isAway = true;
      log.warn({ err: error, server: settings.name }, "an MCP server did not tell its tools");
      return [];
    });
    known.set(settings, entry);
    return entry.tools;
  }

  return {
    /**
     * What may be offered to a model that reads as far as this. A model here may have been told what must not go elsewhere, so it
     * gets no tools that are elsewhere: what it would send there is its own words.
     */
    async offeredTo(reach: Reach): Promise<Map<string, OperatorTool>> {
      const servers = config.mcpServers
        .map((settings, index) => ({ settings, index }))
        .filter(({ settings }) => settings.isLocal || reach === "hosted");
      const all = await Promise.all(servers.map(({ settings, index }) => toolsOf(settings, index)));
      return new Map(all.flat().map((tool) => [tool.name, tool]));
    },
  };
}

type Listing = { egress: Egress; settings: McpServerSettings; index: number };

/** Those that the operator named, and that the server has. */
async function listedTools({ egress, settings, index }: Listing): Promise<OperatorTool[]> {
  const { callTool, listTools } = await import("./mcp-client.ts");
  const listed = await listTools({ egress, settings, signal: AbortSignal.timeout(LIST_MS) });
  return Object.entries(settings.tools).flatMap(([tool, kind], number): OperatorTool[] => {
    const found = listed.find(({ name }) => name === tool);
    const schema = schemaAsData(found?.inputSchema);
    if (!found || !schema) return [];
    return [
      {
        name: `server${index + 1}_${number + 1}_${tool.replaceAll(/[^\w-]/g, "_")}`.slice(0, 60),
        words: `${settings.name}: ${tool}`,
        description: describeAsData(settings.name, found.description),
        schema,
        onlyReads: kind === "read",
        use: async (input, signal) => {
          try {
            const { content, isError } = await callTool({ egress, settings, signal }, tool, input);
            return { text: outputAsData(settings.name, content), isFault: isError };
          } catch (error) {
            if (signal.aborted) throw error;
            // Its words are a server's, too, and may tell of the network.
            return { text: JSON.stringify({ error: "This tool didn't answer." }), isFault: true };
          }
        },
      },
    ];
  });
}
