import type { ServerResponse } from "node:http";
import { aTone } from "#server/ai/providers/speech/sound.ts";

/** What a server hears and says; real programs may stand in for the fixed ones. */
export type Ears = (sound: Buffer) => Promise<string> | string;
export type Voice = (text: string, voice: string) => Promise<Buffer> | Buffer;

export const FIXED_EARS: Ears = () => "Buy milk tomorrow.";
/** A tone, whatever is to be said. */
export const FIXED_VOICE: Voice = () => aTone();

/** A form with one file, as JSON and bytes; what is no form has neither. */
export function readForm(
  body: Buffer,
  type = "",
): { json: Record<string, unknown>; sound: Buffer } | undefined {
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(type)?.[1];
  if (!boundary) return undefined;
  const json: Record<string, unknown> = {};
  let sound = Buffer.alloc(0);
  // Each byte is a letter of latin1, so that places in the text are places in the bytes.
  for (const part of body.toString("latin1").split(`--${boundary}`).slice(1, -1)) {
    const [, head = "", words = ""] = /^\r\n([\s\S]*?)\r\n\r\n([\s\S]*)\r\n$/.exec(part) ?? [];
    const name = /name="([^"]+)"/.exec(head)?.[1] ?? "";
    const file = /filename="([^"]+)"/.exec(head)?.[1];
    if (file) {
      sound = Buffer.from(words, "latin1");
      json[name] = { name: file, type: /content-type: (.+)/i.exec(head)?.[1], size: sound.length };
    } else json[name] = Buffer.from(words, "latin1").toString("utf8");
  }
  return { json, sound };
}

export async function answerSpeech(
  response: ServerResponse,
  path: string,
  { json, sound, fault }: { json: Record<string, unknown>; sound: Buffer; fault: unknown },
  { ears, voice }: { ears: Ears; voice: Voice },
): Promise<boolean> {
  if (path === "/audio/transcriptions") {
    const text = await ears(sound);
    response.writeHead(200, { "content-type": "application/json" });
    const answer = JSON.stringify({ task: "transcribe", text, language: "english", duration: 1.5 });
    response.write(answer.slice(0, 10));
    if (fault === "cut") setTimeout(() => response.destroy(), 20);
    else response.end(answer.slice(10));
    return true;
  }
  if (path !== "/audio/speech") return false;
  const bytes = await voice(String(json["input"]), String(json["voice"]));
  response.writeHead(200, { "content-type": "audio/wav" });
  // In pieces, as servers that stream send them; the first is shorter than the head of the format.
  response.write(bytes.subarray(0, 5));
  setTimeout(() => {
    if (fault === "cut") {
      response.write(bytes.subarray(5, 400));
      return void setTimeout(() => response.destroy(), 20);
    }
    response.end(bytes.subarray(5));
  }, 20);
  return true;
}
