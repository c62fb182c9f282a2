import type { Folder } from "#contract/folders.ts";

export type FolderNode = { folder: Folder; depth: number; children: FolderNode[] };

/** Folders by name under their parents. One whose parent is missing, or that hangs in a circle, stands at the top. */
export function folderTree(folders: Folder[]): FolderNode[] {
  const nodes = new Map(
    folders.map((folder) => [folder.id, { folder, depth: 0, children: [] as FolderNode[] }]),
  );
  const roots: FolderNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.folder.parentId ? nodes.get(node.folder.parentId) : undefined;
    if (parent && !isAbove(node.folder.id, parent.folder, nodes)) parent.children.push(node);
    else roots.push(node);
  }
  const order = (list: FolderNode[], depth: number) => {
    list.sort((a, b) => a.folder.name.localeCompare(b.folder.name, undefined, { numeric: true }));
    for (const node of list) {
      node.depth = depth;
      order(node.children, depth + 1);
    }
  };
  order(roots, 0);
  return roots;
}

function isAbove(id: string, start: Folder, nodes: Map<string, { folder: Folder }>): boolean {
  const seen = new Set<string>();
  for (
    let folder: Folder | undefined = start;
    folder;
    folder = folder.parentId ? nodes.get(folder.parentId)?.folder : undefined
  ) {
    if (folder.id === id || seen.has(folder.id)) return true;
    seen.add(folder.id);
  }
  return false;
}

/** The tree as rows, children after their parent; without a branch when `except` names its root. */
export function flatFolders(nodes: FolderNode[], except?: string): FolderNode[] {
  return nodes.flatMap((node) =>
    node.folder.id === except ? [] : [node, ...flatFolders(node.children, except)],
  );
}

/** The names from the top down to a folder. */
export function folderPath(folders: Folder[], folderId: string | null): Folder[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const path: Folder[] = [];
  for (let folder = folderId ? byId.get(folderId) : undefined; folder && !path.includes(folder);) {
    path.unshift(folder);
    folder = folder.parentId ? byId.get(folder.parentId) : undefined;
  }
  return path;
}
