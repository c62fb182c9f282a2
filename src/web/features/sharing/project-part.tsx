import { useState } from "react";
import type { Project } from "#contract/projects.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast-store.ts";
import { GuestsPart } from "./guests-part.tsx";

/** A project is shared as its folder is, once its owner says so: see docs/decisions/162-shared-projects.md. */
export function ProjectPart({ project }: { project: Project }) {
  const [isShared, setShared] = useState(project.isShared);
  const { id: projectId, folderId } = project;
  const share = async (isOn: boolean): Promise<boolean> => {
    setShared(isOn);
    try {
      await api.projects.update.call({ projectId, isShared: isOn });
      return true;
    } catch (error) {
      setShared(!isOn);
      toast.failed(failureWords(error, t("Failed to update project")), () => void share(isOn));
      return false;
    } finally {
      invalidate(api.projects.key());
    }
  };
  if (folderId === null)
    return (
      <p className="text-sm text-muted">
        {t("A project is shared with its folder, and this one has none. Create it again with a folder.")}
      </p>
    );
  return (
    <>
      <Switch
        label={t("Share its tasks and progress")}
        isOn={isShared}
        onChange={(isOn) => void share(isOn)}
      />
      <p className="mt-2 mb-4 text-xs text-muted">
        {isShared
          ? t("Everyone below sees this project with its notes and tasks. Editors can change them.")
          : t("Everyone below sees the notes of its folder, and nothing else of this project.")}
      </p>
      <GuestsPart
        thing={{ project: { ...project, folderId } }}
        onInvite={async () => isShared || (await share(true))}
      />
    </>
  );
}
