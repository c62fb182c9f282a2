import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { FileEntry } from "#contract/files.ts";
import { Folder } from "#contract/folders.ts";
import { contract } from "#contract/index.ts";
import { Note } from "#contract/notes.ts";
import { Profile, Session } from "#contract/accounts.ts";

/** The description of the REST door, written to openapi.json and served at /api/openapi.json. */
export async function describeApi(): Promise<object> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  return generator.generate(byName(contract), {
    info: {
      title: "Cairn",
      version: "1",
      description:
        "Everything the app does, for programs. Sign in first: the session cookie is the key to all the rest.",
    },
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
}

/** In the order of the alphabet, so that openapi.json changes only where the API does. */
const byName = <Parts extends object>(parts: Parts): Parts =>
  Object.fromEntries(Object.entries(parts).toSorted(([one], [other]) => (one < other ? -1 : 1))) as Parts;
