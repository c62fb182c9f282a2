import type { FileEntry } from "#contract/files.ts";
import { expire } from "../lib/session.ts";

/** Sends an image; `onProgress` hears how much is there, from 0 to 1. The error's message is fit to be shown. */
export function uploadImage(file: File, onProgress: (part: number) => void): Promise<FileEntry> {
  return new Promise((resolve, reject) => {
    // XMLHttpRequest, because fetch tells nothing of an upload under way.
    const request = new XMLHttpRequest();
    request.open("POST", `/api/files/upload?name=${encodeURIComponent(file.name || "image")}`);
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.setRequestHeader("x-cairn-build", __CAIRN_BUILD__);
    request.responseType = "json";
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onerror = () => reject(new Error("Failed to upload image: the server cannot be reached"));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve(request.response as FileEntry);
      if (request.status === 401) expire();
      reject(new Error(uploadMessage(request.status, request.response)));
    };
    request.send(file);
  });
}

function uploadMessage(status: number, body: unknown): string {
  if (status === 401) return "No active session - please log in first";
  if (status === 413) return "File size must be less than 10MB";
  const reason = (body as { message?: unknown } | null)?.message;
  return `Failed to upload image: ${typeof reason === "string" ? reason : `the server answered ${status}`}`;
}
