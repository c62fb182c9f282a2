import type { Page } from "@playwright/test";

type Pasted = { types?: Record<string, string>; file?: { name: string; type: string; bytes: Buffer } };

/** Pastes as a program would have it copied, or drops it on the first line: without the system's clipboard, which every test shares. */
const give = (page: Page, how: "paste" | "drop", { types = {}, file }: Pasted) =>
  page.evaluate(
    async ([kind, texts, name, type, bytes]) => {
      // The editor hears of a selection a moment after the browser has made it; no hand is quicker.
      await new Promise((resolve) => setTimeout(resolve, 50));
      const data = new DataTransfer();
      for (const [format, text] of Object.entries(texts)) data.setData(format, text);
      if (bytes) data.items.add(new File([Uint8Array.from(bytes)], name, { type }));
      const text = document.querySelector(".note-text")!;
      const { left, top } = text.firstElementChild!.getBoundingClientRect();
      const about = { bubbles: true, cancelable: true };
      text.dispatchEvent(
        kind === "paste"
          ? new ClipboardEvent("paste", { ...about, clipboardData: data })
          : new DragEvent("drop", { ...about, dataTransfer: data, clientX: left + 2, clientY: top + 4 }),
      );
    },
    [how, types, file?.name ?? "", file?.type ?? "", file ? [...file.bytes] : null] as const,
  );

export const paste = (page: Page, types: Record<string, string>) => give(page, "paste", { types });
export const drop = (page: Page, types: Record<string, string>) => give(page, "drop", { types });
export const pasteFile = (page: Page, name: string, type: string, bytes: Buffer) =>
  give(page, "paste", { file: { name, type, bytes } });
