import { language } from "./messages/catalog.ts";
import { plural } from "./messages/plural.ts";
import { t } from "./messages/t.ts";

/** Without the server: how many notes it has yet to get. Of notes, because nobody counts key presses. */
export const offlineWords = (notes: number): string =>
  notes === 0
    ? t("Offline")
    : plural(
        notes,
        { one: "Offline, {count} note waiting", other: "Offline, {count} notes waiting" },
        { count: notes.toLocaleString(language) },
      );
