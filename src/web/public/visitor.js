// Runs before the first paint of a public page, so that nobody sees "Sign in" turn into "Open Cairn". A file of its own
// because the content security policy allows no inline script.
(function () {
  var root = document.documentElement;
  root.dataset.script = "on";
  try {
    // Written by src/web/platform/session.ts, removed by a sign-out.
    if (localStorage.getItem("cairn-session")) root.dataset.visitor = "known";
  } catch {
    // Storage may be forbidden; then everybody is a stranger.
  }
})();
