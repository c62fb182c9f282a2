import { Copy } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { t } from "../../../lib/messages/t.ts";
import { copyText } from "../../../platform/device/clipboard.ts";

export function CodeBlock({ text, language }: { text: string; language: string }) {
  return (
    <div className="relative" dir="ltr">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys as well
        tabIndex={0}
        aria-label={language ? t("Code in {language}", { language }) : t("Code")}
      >
        <code>{text}</code>
      </pre>
      <IconButton
        label={t("Copy code")}
        className="absolute! end-1 top-1 bg-raised"
        onClick={() => void copyText(text, t("Code copied"))}
      >
        <Copy size={14} />
      </IconButton>
    </div>
  );
}
