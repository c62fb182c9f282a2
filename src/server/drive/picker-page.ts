import type { Config } from "../platform/config.ts";
import { escapeHtml } from "./note-html.ts";

/** Files are chosen in frames of these. */
const FRAMES = ["https://docs.google.com", "https://drive.google.com", "https://accounts.google.com"];

/**
 * Of the one page that runs a script of Google's. Our own API is not among what it may connect to, nor may it be shown within another page.
 */
export function pickerPolicy({ pickerUrl, apiUrl }: Config["google"]): string {
  const google = pickerUrl.origin;
  return [
    "default-src 'none'",
    `script-src 'self' ${google}`,
    `frame-src ${[google, ...FRAMES].join(" ")}`,
    `connect-src ${google} ${apiUrl.origin} https://*.googleapis.com`,
    "style-src 'unsafe-inline' https://*.gstatic.com",
    `img-src ${google} data: https://*.gstatic.com https://*.googleusercontent.com https://*.google.com`,
    "font-src https://*.gstatic.com",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const PICKER_PATH = "/api/drive/picker";
export const PROGRAM_PATH = `${PICKER_PATH}/program.js`;

type Given = { token: string; apiKey: string; appId: string; scriptUrl: string };

/** The page around Google's picker. What the program needs stands in attributes, so that nothing in it is run. */
export const pickerPage = ({ token, apiKey, appId, scriptUrl }: Given): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Choose files from Google Drive</title>
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; align-content: center; justify-items: center; gap: 1rem; padding: 1rem; box-sizing: border-box; }
h1 { font-size: 1.25rem; margin: 0; text-align: center; } p { margin: 0; text-align: center; } a { color: LinkText; padding: .75rem; }
button { font: inherit; padding: .75rem 1.25rem; }
</style></head><body>
<main><h1>Choose files from Google Drive</h1>
<p id="state" role="status">Opening Google Drive...</p>
<p><a href="/app/drive">Cancel</a></p></main>
<div id="given" hidden data-token="${escapeHtml(token)}" data-key="${escapeHtml(apiKey)}" data-app="${escapeHtml(appId)}" data-script="${escapeHtml(scriptUrl)}"></div>
<script src="${PROGRAM_PATH}" defer></script>
</body></html>`;

/** @param most Files that may be chosen */
export const pickerProgram = (most: number): string => `"use strict";
const given = document.getElementById("given").dataset;
const { token, key, app, script: address } = given;
document.getElementById("given").remove();
const leave = (query) => location.replace("/app/drive" + query);
const fail = () => leave("?error=picker");
function chosen(told) {
  if (told.action === google.picker.Action.CANCEL) return leave("");
  if (told.action === google.picker.Action.ERROR) return fail();
  if (told.action !== google.picker.Action.PICKED) return;
  const ids = told.docs.map(({ id }) => id).slice(0, ${most});
  leave(ids.length > 0 ? "?picked=" + encodeURIComponent(ids.join(",")) : "");
}
function open() {
  const { picker } = google;
  const view = new picker.DocsView(picker.ViewId.DOCS).setIncludeFolders(true).setMode(picker.DocsViewMode.LIST);
  new picker.PickerBuilder()
    .setOAuthToken(token)
    .setDeveloperKey(key)
    .setAppId(app)
    .setOrigin(location.origin)
    .setMaxItems(${most})
    .enableFeature(picker.Feature.MULTISELECT_ENABLED)
    .enableFeature(picker.Feature.SUPPORT_DRIVES)
    .addView(view)
    .setCallback(chosen)
    .build()
    .setVisible(true);
  document.getElementById("state").textContent = "";
}
const script = document.createElement("script");
script.src = address;
script.onerror = fail;
script.onload = () => gapi.load("picker", { callback: open, onerror: fail });
document.head.append(script);
`;
