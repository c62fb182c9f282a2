import sharp from "sharp";
import type { SignedInVisitor } from "./test-app.ts";

/** A small picture, uploaded at once. @returns the file's id */
export async function uploadPicture(person: SignedInVisitor, name: string): Promise<string> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const response = await person.request(`/api/files/upload?name=${encodeURIComponent(name)}`, {
    method: "POST",
    body: new Uint8Array(picture),
  });
  return ((await response.json()) as { id: string }).id;
}

/** Any file, by the protocol for parts, in one part. @returns the file's id */
export async function uploadInParts(
  person: SignedInVisitor,
  name: string,
  bytes: Uint8Array,
): Promise<string> {
  const begun = await person.request("/api/files/uploads", {
    method: "POST",
    headers: {
      "upload-length": String(bytes.length),
      "upload-metadata": `name ${Buffer.from(name).toString("base64")}`,
    },
  });
  const location = begun.headers.get("location")!;
  const sent = await person.request(location, {
    method: "PATCH",
    headers: { "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: new Uint8Array(bytes),
  });
  if (sent.status !== 204) throw new Error(`The part was not taken: ${sent.status}`);
  return location.split("/").at(-1)!;
}
