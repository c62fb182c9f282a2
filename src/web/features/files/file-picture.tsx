import { clsx } from "clsx";
import { Archive, File, FileText, Film, Image, Music } from "lucide-react";
import type { FileEntry } from "#contract/files.ts";

const ICONS = { image: Image, video: Film, audio: Music, document: FileText, other: Archive };

const endingOf = (name: string) => /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? "";

type FilePictureProps = {
  file: Pick<FileEntry, "id" | "url" | "kind" | "width" | "name" | "type">;
  isSmall?: boolean;
};

/** How a file looks: itself where it can be seen, else its kind. */
export function FilePicture({ file, isSmall = false }: FilePictureProps) {
  if (file.kind === "image" && file.width !== null)
    return (
      <img
        src={`${file.url}/thumb`}
        alt=""
        loading="lazy"
        decoding="async"
        className={clsx("size-full", isSmall ? "object-cover" : "object-contain")}
      />
    );
  if (file.kind === "video" && !isSmall && /mp4|webm/.test(file.type))
    return (
      <span className="relative block size-full">
        <FileIcon file={file} isSmall={false} />
        <video
          src={`${file.url}#t=0.1`}
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
          aria-hidden="true"
          className="absolute inset-0 size-full object-contain"
        />
      </span>
    );
  return <FileIcon file={file} isSmall={isSmall} />;
}

/** Its kind, and the ending of its name. */
function FileIcon({ file, isSmall }: FilePictureProps & { isSmall: boolean }) {
  const Icon = file.kind === "other" && !endingOf(file.name) ? File : ICONS[file.kind];
  return (
    <span className="flex size-full flex-col items-center justify-center gap-1 text-muted" aria-hidden="true">
      <Icon size={isSmall ? 18 : 30} strokeWidth={1.5} />
      {!isSmall && <span className="text-xs font-medium">{endingOf(file.name)}</span>}
    </span>
  );
}
