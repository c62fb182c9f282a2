import { clsx } from "clsx";
import { UploadCloud } from "lucide-react";
import { useState, type DragEvent, type ReactNode } from "react";
import { droppedFiles } from "./dropped-files.ts";

type DropAreaProps = { onFiles: (files: File[]) => void; children: ReactNode };

/** Takes files and folders that are dropped on it; what it holds offers the same to those who do not drag. */
export function DropArea({ onFiles, children }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false);
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void droppedFiles(event.dataTransfer).then(onFiles);
  };
  return (
    <div
      data-drop-area
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
      className={clsx(
        "flex flex-col items-center gap-4 rounded-md border border-dashed px-4 py-10 text-center transition-colors",
        isOver ? "border-accent bg-accent-soft" : "border-line-strong",
      )}
    >
      <UploadCloud size={28} className="text-faint" aria-hidden="true" />
      {children}
    </div>
  );
}
