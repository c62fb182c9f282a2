import type { Tag } from "#contract/tags.ts";
import { AiAccessDialog } from "../../kernel/ai-access/ai-access-dialog.tsx";
import { t } from "../../lib/messages/t.ts";
import { setTagAccess } from "./tag-access.ts";

/** Which models may read what has a tag. */
export const TagAccessDialog = ({ tag, onClose }: { tag: Tag; onClose: () => void }) => (
  <AiAccessDialog
    name={tag.name}
    description={t("Which AI models may read notes, tasks and events with this tag.")}
    current={tag.aiAccess}
    onChoose={(aiAccess) => void setTagAccess(tag, aiAccess)}
    onClose={onClose}
  />
);
