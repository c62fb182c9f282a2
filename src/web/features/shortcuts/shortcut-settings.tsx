import { Plus, RotateCcw, X } from "lucide-react";
import { useState } from "react";
import { clash, isKeptByBrowser } from "../../kernel/actions/chords.ts";
import { defaultKeysOf, keysOf, useKeyChoices, type KeyChoices } from "../../kernel/actions/key-store.ts";
import { useActions } from "../../kernel/actions/registry.ts";
import { shortcutWords } from "../../lib/shortcut-words.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { KEPT_BY_BROWSERS, KeyCaps } from "./key-caps.tsx";
import { byGroup, findClash, keyedActions, matching, withKeys, type KeyedAction } from "./keyed-actions.ts";
import { RecordKeysDialog } from "./record-keys-dialog.tsx";
import { chooseKeys } from "./use-synced-keys.ts";
import { t } from "../../lib/messages/t.ts";

/** The server takes no more for one action. */
const MOST_KEYS = 5;

/** Every action with its keys, to be changed; follows the person to every device. */
export function ShortcutSettings() {
  const [query, setQuery] = useState("");
  const [recording, setRecording] = useState<KeyedAction | null>(null);
  const actions = useActions((state) => state.actions);
  const choices = useKeyChoices((state) => state.choices);
  const all = keyedActions(actions, choices);
  const found = matching(query, all);
  const handleRecord = (action: KeyedAction, keys: string) => {
    setRecording(null);
    const others = all.reduce((kept, other) => withoutClash(kept, other, keys), choices);
    const next = [keys, ...action.keys.filter((each) => each !== keys)].slice(0, MOST_KEYS);
    void chooseKeys(withKeys(others, action.id, next));
  };
  return (
    <div>
      <div className="flex flex-wrap items-end gap-2">
        <Field
          label={t("Search shortcuts")}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          placeholder={t("Search by action or key")}
          autoComplete="off"
          className="min-w-48 flex-1"
        />
        <Button
          className="mb-0.5"
          disabled={Object.keys(choices).length === 0}
          onClick={() => void chooseKeys({})}
        >
          {t("Reset all")}
        </Button>
      </div>
      {found.length === 0 && (
        <p className="py-8 text-center text-sm text-muted">{t("No shortcut for this.")}</p>
      )}
      {byGroup(found).map(([group, entries]) => (
        <section key={group} aria-label={group} className="mt-6">
          <h3 className="text-sm font-medium text-muted">{group}</h3>
          <ul className="mt-1">
            {entries.map((action) => (
              <ShortcutRow
                key={action.id}
                action={action}
                isChanged={choices[action.id] !== undefined}
                onRecord={() => setRecording(action)}
                onChange={(keys) => void chooseKeys(withKeys(choices, action.id, keys))}
              />
            ))}
          </ul>
        </section>
      ))}
      {recording && (
        <RecordKeysDialog
          action={recording}
          findTaken={(keys) => findClash(keys, recording.id, all)}
          onRecord={(keys) => handleRecord(recording, keys)}
          onClose={() => setRecording(null)}
        />
      )}
    </div>
  );
}

/** Takes keys away from whatever else has them. */
function withoutClash(choices: KeyChoices, other: KeyedAction, keys: string): KeyChoices {
  if (other.isFixed || !other.keys.some((taken) => clash(taken, keys))) return choices;
  const left = keysOf(other.id, choices).filter((taken) => !clash(taken, keys));
  return withKeys(choices, other.id, left);
}

type ShortcutRowProps = {
  action: KeyedAction;
  isChanged: boolean;
  onRecord: () => void;
  onChange: (keys: readonly string[]) => void;
};

function ShortcutRow({ action, isChanged, onRecord, onChange }: ShortcutRowProps) {
  const { id, title, keys, isFixed } = action;
  return (
    <li className="border-b border-line py-1.5 text-sm last:border-0">
      <div className="flex min-h-8 items-center gap-2">
        <span className="min-w-0 flex-1">{title}</span>
        {isFixed ? (
          <KeyCaps keys={keys} />
        ) : (
          <span className="flex flex-wrap items-center justify-end gap-1">
            {keys.map((each) => (
              <span key={each} className="flex items-center">
                <KeyCaps keys={[each]} />
                <IconButton
                  label={t("Remove {each} from {title}", { each: shortcutWords(each), title })}
                  className="size-6!"
                  onClick={() => onChange(keys.filter((other) => other !== each))}
                >
                  <X size={13} />
                </IconButton>
              </span>
            ))}
            {keys.length < MOST_KEYS && (
              <IconButton label={t("Add keys for {title}", { title })} onClick={onRecord}>
                <Plus size={15} />
              </IconButton>
            )}
            {isChanged && (
              <IconButton label={t("Reset {title}", { title })} onClick={() => onChange(defaultKeysOf(id))}>
                <RotateCcw size={14} />
              </IconButton>
            )}
          </span>
        )}
      </div>
      {keys.some(isKeptByBrowser) && <p className="pb-1 text-xs text-muted">{KEPT_BY_BROWSERS}</p>}
    </li>
  );
}
