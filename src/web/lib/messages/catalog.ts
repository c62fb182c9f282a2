/** What a message is in another language: a sentence, or a form for each plural category that the language has. */
export type Translation = string | Partial<Record<Intl.LDMLPluralRule, string>>;

/** The messages of one language by their English source text, that of a plural being its form `other`. */
export type Catalog = { language: string; messages: Readonly<Record<string, Translation>> };

declare global {
  /** Set by a script that runs before the app's modules: words in constants are looked up when these are loaded. */
  var cairnCatalog: Catalog | undefined;
}

export const { language, messages }: Catalog = globalThis.cairnCatalog ?? { language: "en", messages: {} };

/** The names between braces in a message: "title" | "folder" for "Moved {title} to {folder}". */
type Name<Source extends string> = Source extends `${string}{${infer Found}}${infer Rest}`
  ? Found | Name<Rest>
  : never;

/** A message whose source text stands in the code, where the compiler and a list of all messages find it. */
export type Source<Text extends string> = string extends Text ? never : Text;

/** The values a message needs, by name, as an argument that is left out where it needs none. */
export type Values<Text extends string, Value, Known extends string = never> = [
  Exclude<Name<Text>, Known>,
] extends [never]
  ? [values?: { readonly [name in Known & Name<Text>]?: Value }]
  : [values: { readonly [name in Exclude<Name<Text>, Known>]: Value } & { readonly [name in Known]?: Value }];

export const fill = (text: string, values?: Readonly<Record<string, string | number>>): string =>
  values ? text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])) : text;
