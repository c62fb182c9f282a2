// Runs before the first paint, so that nobody who chose light sees a dark flash. A file of its own because the
// content security policy allows no inline script. src/web/lib/theme.ts keeps the same rule while the page lives.
(function () {
  var mode = null;
  try {
    mode = localStorage.getItem("cairn-ai-theme");
  } catch {
    // Storage may be forbidden; the default stands.
  }
  var light = mode === "light" || (mode === "system" && matchMedia("(prefers-color-scheme: light)").matches);
  document.documentElement.dataset.theme = light ? "light" : "dark";
})();
