/**
 * A script with the interface of Google's picker (https://developers.google.com/workspace/drive/picker/reference), as far as Cairn's page uses
 * it: a list of buttons instead of Google's window. It knows no files; what is chosen stands in the page's address, `#choose=id,id`.
 */
export const PICKER_SCRIPT = `
window.gapi = { load: (name, { callback }) => setTimeout(callback, 0) };
window.google = { picker: {
  Action: { PICKED: "picked", CANCEL: "cancel", LOADED: "loaded", ERROR: "error" },
  Feature: { MULTISELECT_ENABLED: "multiselect", SUPPORT_DRIVES: "drives" },
  ViewId: { DOCS: "all" },
  DocsView: function (id) { const view = { id, setIncludeFolders: () => view, setSelectFolderEnabled: () => view, setMode: () => view }; return view; },
  DocsViewMode: { LIST: "list" },
  PickerBuilder: function () {
    const given = { features: [], views: [] };
    const builder = {
      setOAuthToken: (token) => (given.token = token, builder),
      setDeveloperKey: (key) => (given.key = key, builder),
      setAppId: (id) => (given.appId = id, builder),
      setOrigin: (origin) => (given.origin = origin, builder),
      setTitle: (title) => (given.title = title, builder),
      setLocale: () => builder,
      setMaxItems: (most) => (given.most = most, builder),
      enableFeature: (feature) => (given.features.push(feature), builder),
      addView: (view) => (given.views.push(view), builder),
      setCallback: (call) => (given.call = call, builder),
      build: () => ({ setVisible: () => show(given) }),
    };
    return builder;
  },
} };
function show(given) {
  if (!/^ya29\\./.test(given.token) || given.key !== "AIza-of-cairn" || given.appId !== "123456789012") return given.call({ action: "error" });
  const button = (words, told) => {
    const made = document.createElement("button");
    made.textContent = words;
    made.onclick = () => given.call(told);
    document.body.append(made);
  };
  const ids = (new URLSearchParams(location.hash.slice(1)).get("choose") || "").split(",").filter(Boolean);
  button("Select", { action: "picked", docs: ids.map((id) => ({ id })) });
  button("Cancel", { action: "cancel" });
}
`;
