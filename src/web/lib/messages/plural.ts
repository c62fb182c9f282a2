import { fill, language, messages, type Source, type Values } from "./catalog.ts";

const rules = new Intl.PluralRules(language);

/**
 * A message about so many things, in the form its language has for the number:
 * `plural(count, { one: "{count} note", other: "{count} notes" })`.
 * Without `one` the words are the same of one, as the specification has some. `{count}` is the number itself unless the values say how it is written.
 */
export function plural<const One extends string, const Other extends string>(
  count: number,
  forms: { one?: Source<One>; other: Source<Other> },
  ...[values]: Values<One | Other, string | number, "count">
): string {
  const { [forms.other as string]: translation = forms } = messages;
  if (typeof translation === "string") return fill(translation, { count, ...values });
  const form = (translation as Partial<Record<Intl.LDMLPluralRule, string>>)[rules.select(count)];
  return fill(form ?? translation.other ?? forms.other, { count, ...values });
}
