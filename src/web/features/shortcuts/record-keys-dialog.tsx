import { useEffect, useEffectEvent, useRef, useState } from "react";
import { chordOf, isKeptByBrowser } from "../../kernel/actions/chords.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { KEPT_BY_BROWSERS, KeyCaps } from "./key-caps.tsx";
import type { KeyedAction } from "./keyed-actions.ts";
import { t } from "../../lib/messages/t.ts";

/** A second key within this time makes a sequence of two. */
const SEQUENCE_MS = 1200;

type RecordKeysDialogProps = {
  action: KeyedAction;
  findTaken: (keys: string) => KeyedAction | undefined;
  onRecord: (keys: string) => void;
  onClose: () => void;
};

/** Takes the keys that are pressed; what already has them is named before they are taken away from it. */
export function RecordKeysDialog({ action, findTaken, onRecord, onClose }: RecordKeysDialogProps) {
  const [keys, setKeys] = useState<string | null>(null);
  const pressedAt = useRef(0);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isOnButton = event.target instanceof HTMLButtonElement && keys !== null;
    if (event.key === "Tab" || event.key === "Escape" || (isOnButton && /^(Enter| )$/.test(event.key)))
      return;
    const chord = chordOf(event);
    if (!chord || event.repeat) return;
    event.preventDefault();
    event.stopPropagation();
    const isPlain = !chord.includes("+") || chord === "+";
    const goesOn = keys !== null && !/[ +]/.test(keys) && event.timeStamp - pressedAt.current < SEQUENCE_MS;
    setKeys(isPlain && goesOn ? `${keys} ${chord}` : chord);
    pressedAt.current = event.timeStamp;
  });
  useEffect(() => {
    addEventListener("keydown", handleKey, true);
    return () => removeEventListener("keydown", handleKey, true);
  }, []);
  const taken = keys ? findTaken(keys) : undefined;
  return (
    <Dialog
      title={t("Keys for {title}", { title: action.title })}
      description={t("Press a key, a combination, or two keys in a row.")}
      isOpen
      onClose={onClose}
    >
      <div
        role="status"
        className="grid min-h-16 place-items-center rounded-md border border-dashed border-field-line p-3"
      >
        {keys ? (
          <KeyCaps keys={[keys]} />
        ) : (
          <span className="text-sm text-muted">{t("Waiting for keys...")}</span>
        )}
      </div>
      {taken && (
        <p role="alert" className="mt-3 text-sm text-warn">
          {t("{title} uses these keys, or a sequence that starts with them. Saving takes them from it.", {
            title: taken.title,
          })}
        </p>
      )}
      {keys && isKeptByBrowser(keys) && <p className="mt-3 text-sm text-muted">{KEPT_BY_BROWSERS}</p>}
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="primary" disabled={!keys} onClick={() => keys && onRecord(keys)}>
          {t("Save")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
