import { element } from "./element.ts";
import { t } from "../../lib/messages/t.ts";

export type Diagram = { dom: HTMLElement; draw(source: string): void; close(): void };

const [HEIGHT_MIN, HEIGHT_MAX] = [40, 2_000];

type Answer = { diagram?: "ready" | "drawn" | "wrong"; height?: unknown; message?: unknown };

/**
 * A Mermaid diagram, drawn in a frame of its own that has another origin than the app and no network: whatever a diagram's
 * source makes Mermaid do, it can neither read the app nor tell anybody. All that passes is the source, and a height back.
 */
export function createDiagram(): Diagram {
  const frame = element("iframe", {
    class: "diagram-frame",
    sandbox: "allow-scripts",
    src: __CAIRN_DIAGRAM_PAGE__,
    title: t("Diagram"),
    loading: "lazy",
    referrerpolicy: "no-referrer",
  });
  const trouble = element("p", { class: "diagram-trouble", role: "status" });
  const dom = element("div", { class: "diagram diagram-waiting", contenteditable: "false" }, frame, trouble);
  let source = "";
  let isReady = false;

  const send = () => {
    const isDark = getComputedStyle(document.documentElement).colorScheme.includes("dark");
    // The frame's origin is opaque, so no other target can be named.
    frame.contentWindow?.postMessage({ source, isDark }, "*");
  };
  const receive = (event: MessageEvent<Answer | null>) => {
    if (event.source === null || event.source !== frame.contentWindow) return;
    const { diagram, height, message } = event.data ?? {};
    if (diagram === "ready") {
      isReady = true;
      send();
    }
    dom.classList.toggle("diagram-wrong", diagram === "wrong");
    dom.classList.toggle("diagram-waiting", diagram === "ready");
    trouble.textContent =
      diagram === "wrong"
        ? t("Can't draw this diagram yet: {message}", { message: String(message).slice(0, 300) })
        : "";
    if (diagram === "drawn" && typeof height === "number" && Number.isFinite(height))
      frame.style.height = `${Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, Math.ceil(height)))}px`;
  };
  addEventListener("message", receive);
  // Its colours are those of the theme, which may change while it is shown.
  const themes = new MutationObserver(() => isReady && send());
  themes.observe(document.documentElement, { attributeFilter: ["data-theme", "class", "style"] });
  return {
    dom,
    draw(next) {
      source = next;
      if (isReady) send();
    },
    close() {
      removeEventListener("message", receive);
      themes.disconnect();
      dom.remove();
    },
  };
}
