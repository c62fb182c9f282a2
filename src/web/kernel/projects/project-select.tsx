import { useQuery } from "@tanstack/react-query";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { Select } from "../../ui/overlay/select.tsx";

type ProjectSelectProps = {
  value: string | null;
  /** What it says of null. */
  noneWords: string;
  isLine?: boolean;
  onChange: (projectId: string | null) => void;
};

/** Chooses a project among those that go on, and the one that is chosen. Nothing where there is none. */
export function ProjectSelect({ value, noneWords, isLine, onChange }: ProjectSelectProps) {
  const { data } = useQuery(api.projects.list.queryOptions({ input: {} }));
  const projects = data?.projects.filter(
    ({ id, status, sharedBy }) =>
      id === value || (sharedBy === null && status !== "archived" && status !== "completed"),
  );
  if (!projects || (projects.length === 0 && value === null)) return null;
  const isGone = value !== null && !projects.some(({ id }) => id === value);
  return (
    <Select
      {...(isLine && { isLine })}
      label={t("Project")}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    >
      <option value="">{noneWords}</option>
      {isGone && <option value={value}>{t("A deleted project")}</option>}
      {projects.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </Select>
  );
}
