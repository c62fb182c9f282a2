/**
 * The keys of every action as the product comes; people change them in the settings. Chords join keys by "+", "Mod" is
 * Ctrl or Cmd; a sequence is keys one after another with a space between. The shell knows no more of actions than this.
 */
export const DEFAULT_KEYS = {
  "palette.open": ["Mod+K"],
  "search.open": ["/"],
  "keys.map": ["?"],
  "sidebar.toggle": ["Mod+B", "["],
  "slot.toggle": ["Mod+Alt+B", "]"],
  "toast.undo": ["Mod+Z"],
  "go.dashboard": ["Mod+Shift+D", "g d"],
  "go.explorer": ["Mod+Shift+N", "g n"],
  "go.editor": ["Mod+Shift+E", "g e"],
  "go.chat": ["Mod+Shift+C", "g c"],
  "go.projects": ["Mod+Shift+P", "g p"],
  "go.analytics": ["Mod+Shift+A", "g a"],
  "go.settings": ["Mod+Shift+S", "g s"],
  "go.activity": ["g t"],
  "go.notes": ["g l"],
  "go.favorites": ["g f"],
  "go.trash": ["g x"],
  "note.create": ["Mod+N", "c"],
  "note.favorite": ["f"],
  "note.rename": ["F2"],
  "note.move": ["m"],
  "note.remove": ["Delete"],
  "note.float": ["w o"],
  "window.next": ["Mod+;", "w n"],
  "window.move": ["Mod+'", "w m"],
  "window.tile": ["w t"],
  "window.cascade": ["w c"],
  "window.minimize": ["w d"],
  "window.close": ["w x"],
  "selection.actions": ["Mod+J"],
  "view.outline": ["Mod+Shift+O"],
  "view.focus": ["Mod+."],
} as const satisfies Record<string, readonly string[]>;

export type KeyedAction = keyof typeof DEFAULT_KEYS;
