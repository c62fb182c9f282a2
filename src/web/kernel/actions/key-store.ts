import { create } from "zustand";
import { shortcutWords } from "../../lib/shortcut-words.ts";
import { DEFAULT_KEYS } from "./default-keys.ts";

/** The keys a person has chosen instead of the product's, by action; an empty list takes them away. */
export type KeyChoices = Record<string, string[]>;

export const useKeyChoices = create<{ choices: KeyChoices }>(() => ({ choices: {} }));

const ofProduct: Record<string, readonly string[]> = { ...DEFAULT_KEYS };

/** The keys of actions that come later; hints on the page are drawn anew. */
export function addKeys(keys: Record<string, readonly string[]>): void {
  Object.assign(ofProduct, keys);
  useKeyChoices.setState({});
}

export const defaultKeysOf = (actionId: string): readonly string[] => ofProduct[actionId] ?? [];

export const keysOf = (actionId: string, choices = useKeyChoices.getState().choices): readonly string[] =>
  choices[actionId] ?? defaultKeysOf(actionId);

/** The first keys of an action as this keyboard names them, for tooltips and menus; empty when it has none. */
export function useKeyHint(actionId: string): string {
  const keys = useKeyChoices(({ choices }) => keysOf(actionId, choices)[0]);
  return keys ? shortcutWords(keys) : "";
}
