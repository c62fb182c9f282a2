import { useNavigate, useSearch } from "@tanstack/react-router";
import type { FilesSearch } from "../features/files/files-query.ts";
import { FilesScreen } from "../features/files/files-screen.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { t } from "../lib/messages/t.ts";

export function FilesPage() {
  const search = useSearch({ strict: false }) as FilesSearch;
  const navigate = useNavigate();
  const heading = usePageTitle(t("Files"));
  return (
    <FilesScreen
      search={search}
      heading={heading}
      onSearch={(next, isStep = false) =>
        void navigate({
          to: "/app/files",
          search: (before: FilesSearch) => ({ ...before, ...next }) as never,
          replace: !isStep,
        })
      }
    />
  );
}
