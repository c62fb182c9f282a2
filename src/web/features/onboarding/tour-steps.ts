import type { TourStep } from "#contract/onboarding.ts";
import { PRODUCT } from "../../lib/product.ts";
import { t } from "../../lib/messages/t.ts";

type Step = {
  title: string;
  words: string;
  /** The element it points at; without one it stands in the middle. */
  target: string | null;
  /** Using one of these is doing the step, which is over then. */
  used?: string;
};

/** What each step says. */
export const tourSteps: Record<TourStep, Step> = {
  welcome: {
    title: t("Welcome to {product}", { product: PRODUCT }),
    words: t("A quick look around in six steps. You can stop any time and restart from the command palette."),
    target: null,
  },
  dashboard: {
    title: t("Your dashboard"),
    words: t("Start here: your latest notes, recent activity, and search."),
    target: "#main search",
    used: "#main :is(a, button, input)",
  },
  sidebar: {
    title: t("Everything in one place"),
    words: t(
      "The sidebar takes you anywhere. Collapse it with Ctrl+B, and drag its edge while editing the layout.",
    ),
    target: 'aside[aria-label="Sidebar"]',
    used: 'aside[aria-label="Sidebar"] :is(a, button)',
  },
  "create-note": {
    title: t("Write a note"),
    words: t("Create a note any time, even offline. You'll see when it's saved next to the title."),
    target: '[data-tour="create-note"]',
  },
  "notes-list": {
    title: t("Find it again"),
    words: t(
      "The explorer lists your notes and folders. Search forgives typos and shows why a note matched.",
    ),
    target: '[data-tour="notes-list"]',
    used: '[data-tour="notes-list"] :is(a, button), aside a[href="/app/explorer"], #main form input',
  },
  settings: {
    title: t("Make it yours"),
    words: t("Appearance, shortcuts, security, import and export. Search finds any setting."),
    target: "#main h1",
    used: "#main :is(a, button, input, select)",
  },
};
