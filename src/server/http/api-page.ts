type Operation = {
  summary?: string;
  parameters?: { name: string; in: string; description?: string; required?: boolean }[];
  requestBody?: unknown;
  security?: { appPassword?: string[] }[];
};
type Description = {
  info: { title: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
};

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A page a person can read, without scripts: every operation with its parameters. Styled by /api-docs.css. */
export function apiPage(openapi: string): string {
  const { info, paths } = JSON.parse(openapi) as Description;
  const sections = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => operationSection(method, path, operation)),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(info.title)} API</title><link rel="stylesheet" href="/api-docs.css"></head><body><main>
<h1>${escape(info.title)} API</h1><p>${escape(info.description ?? "")} The machine-readable form is <a href="/api/openapi.json">openapi.json</a>.</p>
<p>A body is JSON; an error is <code>{ "code", "message", "data" }</code>. With a session cookie, send <code>Origin</code> with every change.
With an app password, send <code>Authorization: Bearer</code> and no cookie; <code>OUT_OF_SCOPE</code> says that it isn't for this.</p>
${sections.join("\n")}</main></body></html>`;
}

function operationSection(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map(
    (parameter) =>
      `<tr><td><code>${escape(parameter.name)}</code></td><td>${escape(parameter.in)}${parameter.required ? ", required" : ""}</td><td>${escape(parameter.description ?? "")}</td></tr>`,
  );
  const table = parameters.length > 0 ? `<table><tbody>${parameters.join("")}</tbody></table>` : "";
  const body = operation.requestBody
    ? `<details><summary>Body</summary><pre>${escape(JSON.stringify(operation.requestBody, null, 2))}</pre></details>`
    : "";
  const scopes = operation.security?.find(({ appPassword }) => appPassword)?.appPassword;
  const key = scopes
    ? `<p>App password: ${scopes.map((scope) => `<code>${scope}</code>`).join(" or ")}</p>`
    : "";
  return `<section><h2><code>${method.toUpperCase()} /api${escape(path)}</code></h2><p>${escape(operation.summary ?? "")}</p>${key}${table}${body}</section>`;
}
