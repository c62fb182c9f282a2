import { FolderSearch, Paperclip } from "lucide-react";
import { type Ref, useState } from "react";
import type { FileEntry } from "#contract/files.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { useBottomBar } from "../../ui/bottom-bar.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { addFiles } from "./add-files.ts";
import { removeFiles } from "./file-mutations.ts";
import { DropHint, FilesButton, useUploadsHere } from "./file-doors.tsx";
import { FileDetails } from "./file-details.tsx";
import { FileItems } from "./file-items.tsx";
import { FileTools } from "./file-tools.tsx";
import { choicesOf, type FilesSearch, useFiles } from "./files-query.ts";
import { RenameFileDialog } from "./rename-file-dialog.tsx";
import { ChosenBar } from "../../kernel/files/chosen-bar.tsx";
import { UploadList } from "../../kernel/files/upload-list.tsx";
import { useChosen } from "../../kernel/files/use-chosen.ts";
import { useFileDrop } from "../../kernel/files/use-file-drop.ts";
import { t } from "../../lib/messages/t.ts";

type FilesScreenProps = {
  search: FilesSearch;
  /** `isStep`: Back takes it back. */
  onSearch: (next: FilesSearch, isStep?: boolean) => void;
  heading: Ref<HTMLHeadingElement>;
};

/** Everything somebody uploaded, in whatever note it stands. */
export function FilesScreen({ search, onSearch, heading }: FilesScreenProps) {
  const choices = choicesOf(search);
  const {
    data,
    isPending,
    isError,
    refetch,
    isPlaceholderData,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  } = useFiles(choices);
  const files = data?.pages.flatMap((page) => page.files) ?? [];
  const { chosen, ids, check, checkAll, forget } = useChosen(files);
  const [renaming, setRenaming] = useState<FileEntry | null>(null);
  const drop = useFileDrop((given) => void addFiles(given));
  useUploadsHere();
  useBottomBar(chosen.length > 0);
  const isFiltered = Boolean(choices.kind ?? choices.query) || choices.isUnused;
  return (
    <div className="relative h-full" {...drop.handlers}>
      <Screen
        frame="filled"
        title={t("Files")}
        heading={heading}
        actions={<UploadButton />}
        filters={<FileTools search={search} onSearch={onSearch} />}
      >
        <div className="flex h-full flex-col">
          <UploadList />
          <div className="min-h-0 flex-1">
            {isPending ? (
              <SkeletonRows className="px-4" />
            ) : isError && !data ? (
              <LoadFailed isImages={choices.kind === "image"} onRetry={() => void refetch()} />
            ) : files.length === 0 ? (
              <NoFiles
                isFiltered={isFiltered}
                onClear={() => onSearch({ kind: "", q: "", unused: "" }, true)}
              />
            ) : (
              <FileItems
                files={files}
                isList={choices.isList}
                isBusy={isPlaceholderData}
                search={search}
                chosen={ids}
                onCheck={check}
                onOpen={(file) => onSearch({ file: file.id }, true)}
                onRename={setRenaming}
                onEnd={() => hasNextPage && !isFetchingNextPage && void fetchNextPage()}
              />
            )}
          </div>
        </div>
      </Screen>
      <ChosenBar
        label={t("Selected files")}
        count={chosen.length}
        isAll={chosen.length === files.length}
        onAll={checkAll}
        onClear={forget}
        onRemove={() => {
          forget();
          void removeFiles(chosen);
        }}
      />
      {drop.isOver && <DropHint />}
      {search.file && !renaming && (
        <FileDetails
          key={search.file}
          fileId={search.file}
          onClose={() => onSearch({ file: "" })}
          onRename={setRenaming}
        />
      )}
      {renaming && <RenameFileDialog file={renaming} onClose={() => setRenaming(null)} />}
    </div>
  );
}

const UploadButton = () => <FilesButton words={t("Upload")} onFiles={(given) => void addFiles(given)} />;

function LoadFailed({ isImages, onRetry }: { isImages: boolean; onRetry: () => void }) {
  const isOffline = useIsOffline();
  const offline = isImages ? t("Can't load images while offline.") : t("Can't load files while offline.");
  const failed = isImages ? t("Failed to load your images") : t("Failed to load your files");
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-16 text-center text-sm text-muted">
      <p>{isOffline ? offline : failed}</p>
      <Button onClick={onRetry}>{t("Try again")}</Button>
    </div>
  );
}

function NoFiles({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={<FolderSearch size={20} />}
        title={t("No matching files")}
        action={<Button onClick={onClear}>{t("Show all files")}</Button>}
      >
        {t("Try another name or type.")}
      </EmptyState>
    );
  return (
    <EmptyState icon={<Paperclip size={20} />} title={t("No files yet")} action={<UploadButton />}>
      {t(
        "Drop files here, click Upload, or add images, videos and attachments to a note. They all appear here.",
      )}
    </EmptyState>
  );
}
