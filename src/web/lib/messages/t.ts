import { fill, messages, type Source, type Values } from "./catalog.ts";

/**
 * A message in the reader's language, by its English text: `t("Moved {title} to {folder}", { title, folder })`.
 * The compiler asks for the values that the text names.
 */
export function t<const Text extends string>(
  source: Source<Text>,
  ...[values]: Values<Text, string | number>
): string {
  return fill((messages[source] as string | undefined) ?? source, values);
}
