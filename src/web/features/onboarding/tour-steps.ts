import type { TourStep } from "#contract/onboarding.ts";
import { PRODUCT } from "../../lib/product.ts";
import { t } from "../../lib/messages/t.ts";

/** What each step says, and the element it points at; without one it stands in the middle. */
export const tourSteps: Record<TourStep, { title: string; words: string; target: string | null }> = {
  welcome: {
    title: t("Welcome to {product}", { product: PRODUCT }),
    words: t("A look around in six short steps. You can stop at any of them and come back from the palette."),
    target: null,
  },
  dashboard: {
    title: t("Your dashboard"),
    words: t(
      "This is where you begin: your latest notes, what happened lately, and the search over everything.",
    ),
    target: "#main h1",
  },
  sidebar: {
    title: t("Every place at hand"),
    words: t(
      "The sidebar leads everywhere. Collapse it with Ctrl+B, and drag its edge while you edit the layout.",
    ),
    target: 'aside[aria-label="Sidebar"]',
  },
  "create-note": {
    title: t("Write a note"),
    words: t(
      "One press makes a note, with a connection or without. It says beside the title when it is saved.",
    ),
    target: '[data-tour="create-note"]',
  },
  "notes-list": {
    title: t("Find it again"),
    words: t(
      "The explorer lists your notes and folders. Search forgives misspelling and tells why it found a note.",
    ),
    target: '[data-tour="notes-list"]',
  },
  settings: {
    title: t("Make it yours"),
    words: t("Looks, keys, security, import and a full export are here. Look for any setting by its name."),
    target: "#main h1",
  },
};
