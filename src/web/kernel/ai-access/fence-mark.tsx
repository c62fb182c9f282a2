import { Lock, LockKeyhole } from "lucide-react";
import type { AiAccess } from "#contract/shared/ai-access.ts";
import { t } from "../../lib/messages/t.ts";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";
import { ACCESS_WORDS } from "./access-words.ts";

type Props = {
  aiAccess: AiAccess;
  /** The folder further up that says so. */
  by?: string | undefined;
  /** Absent where it stands within a link. */
  onPress?: (() => void) | undefined;
};

/** On a row that not every model may read. It says what holds; pressed, it asks for something else. */
export function FenceMark({ aiAccess, by, onPress }: Props) {
  const access = ACCESS_WORDS[aiAccess];
  const words = by === undefined ? access : t("{access}, by folder {name}", { access, name: by });
  const label = t("AI access: {access}", { access: words });
  const Icon = aiAccess === "none" ? Lock : LockKeyhole;
  const icon = <Icon size={12} aria-hidden="true" />;
  return (
    <Tooltip words={label} side="right">
      {onPress ? (
        <button
          type="button"
          aria-label={label}
          onClick={onPress}
          className="tap relative z-10 grid size-6 shrink-0 place-items-center rounded-md text-faint hover:bg-hover hover:text-ink"
        >
          {icon}
        </button>
      ) : (
        <span role="img" aria-label={label} className="shrink-0 text-faint">
          {icon}
        </span>
      )}
    </Tooltip>
  );
}
