import { CircleQuestionMark } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/overlay/menu.tsx";
import { t } from "../../../lib/messages/t.ts";

/** What can be asked for besides words (contract/search-query.ts). */
const OPERATORS = [
  ["tag:", t("with a tag")],
  ["in:", t("in a folder")],
  ["project:", t("in a project")],
  ["is:favorite", "favorites"],
  ["is:untagged", t("without a tag")],
  ["is:shared", t("shared by or with you")],
  ["has:task", t("with tasks")],
  ["has:image", t("with images")],
  ["origin:human", t("leave out what AI models wrote")],
  ["after:7d", t("changed in the last week")],
  ["before:2026-05", t("changed before a day")],
  ['"..."', t("exact phrase")],
  ["-word", t("exclude a word")],
] as const;

/** What is written of those that only stand for others. */
const BEGUN: Record<string, string> = { '"..."': '"', "-word": "-" };

/** Offers what a search understands, and writes it into the field. */
export function SearchHelp({ onGive }: { onGive: (operator: string) => void }) {
  return (
    <Menu
      trigger={
        <IconButton label={t("How to search")} className="text-faint">
          <CircleQuestionMark size={15} />
        </IconButton>
      }
    >
      {OPERATORS.map(([operator, meaning]) => (
        <MenuItem key={operator} hint={meaning} onSelect={() => onGive(BEGUN[operator] ?? operator)}>
          <code className="text-sm">{operator}</code>
        </MenuItem>
      ))}
    </Menu>
  );
}
