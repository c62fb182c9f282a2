const OWN_FILE = /^\/files\/([0-9a-f-]{36})/i;

/** A picture as a file of another program may hold it. */
export type Picture = {
  bytes: Uint8Array<ArrayBuffer>;
  type: "png" | "jpg" | "gif";
  width: number;
  height: number;
};
/** The picture behind an address of a note; null for one that is not ours or cannot be had. */
export type LoadPicture = (src: string) => Promise<Picture | null>;

const KEPT: Record<string, Picture["type"]> = { "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif" };

/** As it was uploaded where others can read that; of anything else a PNG. */
export const loadPicture: LoadPicture = async (src) => {
  const id = OWN_FILE.exec(src)?.[1];
  if (!id) return null;
  const original = await fetch(`/files/${id}/original`).catch(() => null);
  if (!original?.ok) return null;
  const blob = await original.blob();
  const bitmap = await createImageBitmap(blob).catch(() => null);
  if (!bitmap) return null;
  const { width, height } = bitmap;
  const type = KEPT[blob.type];
  const kept = type ? blob : await asPng(bitmap);
  bitmap.close();
  return { bytes: new Uint8Array(await kept.arrayBuffer()), type: type ?? "png", width, height };
};

async function asPng(bitmap: ImageBitmap): Promise<Blob> {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  return canvas.convertToBlob({ type: "image/png" });
}

/** What pages show of a file, as an address that holds its bytes; null when it cannot be had. */
export async function asDataUrl(src: string): Promise<string | null> {
  if (!OWN_FILE.test(src)) return null;
  const response = await fetch(src).catch(() => null);
  if (!response?.ok) return null;
  const blob = await response.blob();
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result : null);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(blob);
  });
}
