import type { AnyContractProcedure } from "@orpc/contract";
import { z } from "zod";
import { contract } from "#contract/index.ts";

/** One operation of the contract: where it stands, how it is reached over REST, and the JSON Schema of what it takes. */
export type Operation = {
  path: string[];
  method: string;
  route: string;
  input: JsonSchema;
  output: z.ZodType;
  /** Codes that it declares. */
  errors: string[];
};

export type JsonSchema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  minimum?: number;
};

/** Every operation there is, found by walking the contract: a new one joins by itself. */
export const operations: Operation[] = walk(contract, []);

function walk(part: object, path: string[]): Operation[] {
  return Object.entries(part).flatMap(([name, value]: [string, object]) => {
    const here = [...path, name];
    if (!("~orpc" in value)) return walk(value, here);
    const { inputSchema, outputSchema, errorMap, route } = (value as AnyContractProcedure)["~orpc"];
    const input = inputSchema
      ? (z.toJSONSchema(inputSchema as z.ZodType, { io: "input", unrepresentable: "any" }) as JsonSchema)
      : {};
    return {
      path: here,
      method: route.method ?? "POST",
      route: route.path ?? "",
      input,
      output: outputSchema as z.ZodType,
      errors: Object.keys(errorMap),
    };
  });
}

/** Decides a string by its property and format; undefined leaves the part out. */
export type Fill = (property: string, format: string | undefined) => string;

/**
 * Inputs that fit a schema: the required parts alone, with each optional part, and with all of them, so that a bad part cannot
 * hide what the others do.
 */
export function inputsFor(schema: JsonSchema, fill: Fill): unknown[] {
  if (!schema.properties) return [valueFor(schema, fill, "")];
  const all = valueFor(schema, fill, "") as Record<string, unknown>;
  const required = Object.fromEntries((schema.required ?? []).map((name) => [name, all[name]]));
  const optional = Object.keys(all).filter((name) => !(name in required));
  return [
    required,
    ...optional.map((name) => ({ ...required, [name]: all[name] })),
    ...(optional.length > 1 ? [all] : []),
  ];
}

function valueFor(schema: JsonSchema, fill: Fill, property: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf ?? [];
  const choice = choices.find(({ type }) => type !== "null");
  if (choice) return valueFor(choice, fill, property);
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, valueFor(part, fill, name)]),
    );
  if (schema.type === "array") return schema.items ? [valueFor(schema.items, fill, property)] : [];
  if (schema.type === "integer" || schema.type === "number") return Math.max(1, schema.minimum ?? 1);
  if (schema.type === "boolean") return false;
  return schema.type === "string" ? fill(property, schema.format) : false;
}
