// Runs before the first paint, so that nobody sees a flash of colours they did not choose. A file of its own because
// the content security policy allows no inline script. src/web/kernel/theme/theme.ts keeps the same rules while the page lives.
(function () {
  var root = document.documentElement;
  var mode = null;
  var look = null;
  var density = null;
  try {
    mode = localStorage.getItem("cairn-ai-theme");
    density = localStorage.getItem("cairn-density");
    look = JSON.parse(localStorage.getItem("cairn-look"));
  } catch {
    // Storage may be forbidden, or hold what an older Cairn left; the defaults stand.
  }
  var light = mode === "light" || (mode === "system" && matchMedia("(prefers-color-scheme: light)").matches);
  root.dataset.theme = light ? "light" : "dark";
  if (density === "compact") root.dataset.density = density;
  // The public pages are Cairn's own, whoever looks at them.
  if (!look || /^\/(public\/|$)/.test(location.pathname)) return;
  try {
    if (look.themeClass) root.classList.add("theme-" + look.themeClass);
    var sheet = new CSSStyleSheet();
    for (var name in look.colours) {
      var at = sheet.insertRule(':root[data-theme="' + name + '"] {}', sheet.cssRules.length);
      for (var token in look.colours[name])
        sheet.cssRules[at].style.setProperty(token, look.colours[name][token]);
    }
    document.adoptedStyleSheets = [sheet];
  } catch {
    // A browser without constructable style sheets shows the default.
  }
})();
