import { OpenAPIGenerator } from "@orpc/openapi";
import type { AnyContractProcedure } from "@orpc/contract";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { FileEntry } from "#contract/files.ts";
import { Folder } from "#contract/folders.ts";
import { contract } from "#contract/index.ts";
import { scopesOfOperation } from "#contract/token-access.ts";
import { Note } from "#contract/notes.ts";
import { Profile, Session } from "#contract/accounts.ts";

/** The description of the REST door, written to openapi.json and served at /api/openapi.json. */
export async function describeApi(): Promise<object> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const described = await generator.generate(byName(contract), {
    info: {
      title: "Cairn",
      version: "1",
      description:
        "Everything the app does, for programs. Make an app password in Cairn's settings and send it as Authorization: Bearer with each call. One with api:read opens what only reads, one with api:write the rest, too; what names neither needs the session cookie of a browser that is signed in.",
    },
    components: { securitySchemes },
    servers: [{ url: "/api" }],
    commonSchemas: {
      Note: { schema: Note, strategy: "output" },
      Folder: { schema: Folder, strategy: "output" },
      File: { schema: FileEntry, strategy: "output" },
      Profile: { schema: Profile, strategy: "output" },
      Session: { schema: Session, strategy: "output" },
    },
    customErrorResponseBodySchema: (definitions) => ({
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string", enum: definitions.map(([code]) => code) },
        message: { type: "string", description: "What happened and what to do, in words that may be shown" },
        data: { description: "More about it, by code; for INVALID_INPUT the places that are wrong" },
      },
    }),
  });
  addSecurity(described);
  return described;
}

const securitySchemes = {
  appPassword: { type: "http", scheme: "bearer", description: "An app password, with its scopes" },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "cairn",
    description: "Of a browser that is signed in; over HTTPS it is named __Host-cairn",
  },
} as const;

function addSecurity(described: { paths?: object }): void {
  for (const [path, methods] of Object.entries(described.paths ?? {}))
    for (const [method, operation] of Object.entries(methods as Record<string, { security?: object[] }>)) {
      const found = called.get(`${method} ${path}`);
      if (found) operation.security = securityOf(found);
    }
}

type Called = { path: [string, string]; method: string | undefined; isOpen: boolean };
const called = new Map<string, Called>(
  Object.entries(contract).flatMap(([noun, operations]) =>
    Object.entries(operations as Record<string, AnyContractProcedure>).map(([name, operation]) => {
      const { route, errorMap } = operation["~orpc"];
      const isOpen = !("UNAUTHENTICATED" in errorMap);
      return [
        `${route.method?.toLowerCase()} ${route.path}`,
        { path: [noun, name], method: route.method, isOpen },
      ];
    }),
  ),
);

/** Who may call it, as tokens/caller.ts has it. */
function securityOf({ path, method, isOpen }: Called): object[] {
  const scopes = scopesOfOperation(path, method);
  if (isOpen) return [{}];
  return [...(scopes.length > 0 ? [{ appPassword: scopes }] : []), { session: [] }];
}

/** In the order of the alphabet, so that openapi.json changes only where the API does. */
const byName = <Parts extends object>(parts: Parts): Parts =>
  Object.fromEntries(Object.entries(parts).toSorted(([one], [other]) => (one < other ? -1 : 1))) as Parts;
