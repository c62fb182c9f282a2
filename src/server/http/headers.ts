import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Config } from "../platform/config.ts";

/** Scripts, styles and connections from this origin alone; no inline script or style; strings become scripts nowhere. */
const policyOf = ({ embedOrigins }: Pick<Config, "embedOrigins">) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    // The page in which diagrams are drawn (see DIAGRAM_POLICY), and the sites that the operator lets dashboards show.
    ["frame-src 'self'", ...embedOrigins].join(" "),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types cairn ProseMirrorClipboard",
  ].join("; ");

/** The page in which Mermaid draws (scripts/diagram-page.ts). */
const DIAGRAM_PAGE = /^\/assets\/diagram-page-[\w-]+\.html(?:\?|$)/;

/**
 * That page runs a large library over text that anybody may have written, so it gets an origin of its own (`sandbox`) and no
 * way out: no request, no form, no further frame. What it has within itself may run, and only our own pages may show it.
 */
const DIAGRAM_POLICY = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/;

/**
 * Browsers send Sec-Fetch-* from trustworthy origins alone. To pages over plain http by another name they refuse this
 * header, and say so in the console of each.
 */
const isTrustworthy = (headers: IncomingHttpHeaders) =>
  headers["sec-fetch-mode"] !== undefined || LOOPBACK.test(headers.host ?? "");

/** What people see of their own through these stands in no cache, neither a proxy's nor a browser's whose account has signed out. */
const API = /^\/(?:api|rpc)(?:[/?]|$)/;

/** What every answer carries, also those that never reach a hook. */
export function fixedHeaders(config: Pick<Config, "publicUrl" | "embedOrigins">): Record<string, string> {
  const fixed: Record<string, string> = {
    "content-security-policy": policyOf(config),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), payment=(), usb=(), microphone=(self)",
    "x-frame-options": "DENY",
  };
  if (config.publicUrl.protocol === "https:") fixed["strict-transport-security"] = "max-age=31536000";
  return fixed;
}

export function addSecurityHeaders(
  app: FastifyInstance,
  config: Pick<Config, "publicUrl" | "embedOrigins">,
): void {
  const fixed = fixedHeaders(config);
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    const isKept = reply.hasHeader("cross-origin-opener-policy");
    if (!isKept && (config.publicUrl.protocol === "https:" || isTrustworthy(request.headers)))
      reply.header("cross-origin-opener-policy", "same-origin");
    if (DIAGRAM_PAGE.test(request.url)) {
      reply.header("content-security-policy", DIAGRAM_POLICY);
      reply.header("x-frame-options", "SAMEORIGIN");
    }
    if (API.test(request.url) && !reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    for (const [name, value] of Object.entries(fixed)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
}
