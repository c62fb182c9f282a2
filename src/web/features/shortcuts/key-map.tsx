import { useDeferredValue, useState } from "react";
import { isKeptByBrowser } from "../../kernel/actions/chords.ts";
import { useKeyChoices } from "../../kernel/actions/key-store.ts";
import { useActions } from "../../kernel/actions/registry.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { KEPT_BY_BROWSERS, KeyCaps } from "./key-caps.tsx";
import { byGroup, keyedActions, matching } from "./keyed-actions.ts";
import { ShortcutSettings } from "./shortcut-settings.tsx";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

/** Every key there is, searchable by what it does and by its name, and one press from changing them. */
export function KeyMap({ onClose }: { onClose: () => void }) {
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Dialog title={isChanging ? t("Change shortcuts") : t("Keyboard shortcuts")} isOpen onClose={onClose}>
      {isChanging ? <ShortcutSettings /> : <KeyList />}
      <div className="mt-5 flex justify-end">
        <Button onClick={() => setIsChanging(!isChanging)}>
          {isChanging ? t("Back to the list") : t("Change shortcuts")}
        </Button>
      </div>
    </Dialog>
  );
}

function KeyList() {
  const [query, setQuery] = useState("");
  const actions = useActions((state) => state.actions);
  const choices = useKeyChoices((state) => state.choices);
  const all = keyedActions(actions, choices).filter(({ keys }) => keys.length > 0);
  const found = matching(useDeferredValue(query), all);
  return (
    <>
      <Field
        label={t("Search")}
        type="search"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        placeholder={t("Search by action or key")}
        autoComplete="off"
        autoFocus
      />
      <p role="status" className="sr-only">
        {plural(found.length, { one: "{count} shortcut", other: "{count} shortcuts" })}
      </p>
      {found.length === 0 && (
        <p className="py-8 text-center text-sm text-muted">
          {t("No shortcut for this. The command palette has every action, with or without keys.")}
        </p>
      )}
      {byGroup(found).map(([group, entries]) => (
        <section key={group} aria-label={group} className="mt-5">
          <h3 className="text-xs font-medium text-faint">{group}</h3>
          <ul className="mt-1">
            {entries.map(({ id, title, keys }) => (
              <li key={id} className="border-b border-line py-2 text-sm last:border-0">
                <div className="flex items-center justify-between gap-4">
                  <span>{title}</span>
                  <KeyCaps keys={keys} />
                </div>
                {keys.some(isKeptByBrowser) && <p className="mt-1 text-xs text-muted">{KEPT_BY_BROWSERS}</p>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
