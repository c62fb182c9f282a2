import type { Picture } from "#contract/gallery.ts";
import type { Row } from "../db/row.ts";
import type { gallery } from "../db/schema/gallery.ts";
import type { FileRow } from "../files/files.ts";
import { isImage, isVideo } from "../files/kinds.ts";

const NAMES = [
  "id",
  "file_id",
  "title",
  "description",
  "tags",
  "is_public",
  "public_token",
  "created_at",
  "updated_at",
] as const;
type GalleryRow = Row<typeof gallery, typeof NAMES>;

const OF_FILE = ["name", "type", "size", "width", "height", "bucket", "path"] as const;
export type PictureRow = GalleryRow & Pick<FileRow, (typeof OF_FILE)[number]>;

export const COLUMNS = [...NAMES.map((name) => `g.${name}`), ...OF_FILE.map((name) => `f.${name}`)].join(
  ", ",
);
/** Pictures that are there: neither they nor their files are in the trash. */
export const SHOWN = `user_gallery g JOIN files f ON f.id = g.file_id AND f.user_id = g.user_id
  WHERE g.user_id = $1 AND g.trashed_at IS NULL AND f.trashed_at IS NULL`;

/** Of the two kinds that a banner can be, too. A picture nobody could read is kept as a file alone. */
export const isShowable = ({ type, width }: Pick<FileRow, "type" | "width">): boolean =>
  (isImage(type) && width !== null) || isVideo(type);

export function toPicture(row: PictureRow): Picture {
  return {
    id: row.id,
    fileId: row.file_id,
    name: row.name,
    url: `/files/${row.file_id}`,
    kind: isVideo(row.type) ? "video" : "image",
    type: row.type,
    size: row.size,
    width: row.width,
    height: row.height,
    storagePath: `${row.bucket}/${row.path}`,
    title: row.title,
    description: row.description,
    tags: row.tags,
    isPublic: row.is_public,
    publicUrl: row.public_token === null ? null : publicPath(row.public_token),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Below the addresses of published notes, which no service worker answers. */
export const publicPath = (token: string): string => `/p/pictures/${token}`;
