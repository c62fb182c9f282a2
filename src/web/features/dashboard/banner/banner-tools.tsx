import { Eye, Images, ImageUp, Palette, Settings2, Sparkles, Trash2, Wallpaper } from "lucide-react";
import { changeBanner } from "../../../kernel/workspace/change-banner.ts";
import { setBanner } from "../../../kernel/workspace/set-banner.ts";
import { cachedFrame } from "../../../kernel/workspace/frame.ts";
import { openDialog } from "../../../kernel/actions/dialogs.ts";
import { openGallery } from "../../../kernel/gallery/open-gallery.ts";
import { t } from "../../../lib/messages/t.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/overlay/menu.tsx";
import { Tooltip } from "../../../ui/overlay/tooltip.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { chooseBannerFile } from "./upload-banner.ts";

function upload() {
  if (cachedFrame()?.banner?.canUpload === false)
    toast.error(t("Banner upload is currently disabled."), { title: t("Upload Disabled") });
  else void chooseBannerFile();
}

function generate() {
  if (cachedFrame()?.banner?.canGenerate === false)
    toast.error(t("AI generation is turned off on this server."), { title: t("Generation Disabled") });
  else openDialog({ kind: "banner", which: "generate" });
}

const remove = () => void changeBanner({ bannerUrl: null, bannerType: null }, { words: t("Banner removed") });

const TOOLS = [
  { id: "upload", label: t("Upload"), Icon: ImageUp, run: upload },
  { id: "generate", label: t("AI Generate"), Icon: Sparkles, run: generate },
  {
    id: "gallery",
    label: t("Gallery"),
    Icon: Images,
    run: () => openGallery({ onPick: (picture) => void setBanner(picture) }),
  },
  {
    id: "settings",
    label: t("Settings"),
    Icon: Settings2,
    run: () => openDialog({ kind: "banner", which: "settings" }),
    needsPicture: true,
  },
  {
    id: "preview",
    label: t("Preview"),
    Icon: Eye,
    run: () => openDialog({ kind: "banner", which: "preview" }),
  },
  {
    id: "themes",
    label: t("Color Themes"),
    Icon: Palette,
    run: () => openDialog({ kind: "colour-themes" }),
  },
  { id: "remove", label: t("Remove"), Icon: Trash2, run: remove, needsPicture: true },
];

type Props = { hasPicture: boolean; isMenu: boolean };

/** What can be done with the banner: a row of buttons, or a menu where there is no room for one. */
export function BannerTools({ hasPicture, isMenu }: Props) {
  const tools = TOOLS.filter(({ needsPicture }) => hasPicture || !needsPicture);
  if (isMenu)
    return (
      <Menu
        trigger={
          <IconButton label={t("Banner tools")} className="bg-panel! text-ink! shadow-pop">
            <Wallpaper size={16} />
          </IconButton>
        }
      >
        {tools.map(({ id, label, Icon, run }) => (
          <MenuItem key={id} icon={<Icon size={15} />} isDanger={id === "remove"} onSelect={run}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    );
  return (
    <div
      role="toolbar"
      aria-label={t("Banner tools")}
      className="flex gap-0.5 rounded-md bg-panel p-0.5 shadow-pop"
    >
      {tools.map(({ id, label, Icon, run }) => (
        <Tooltip key={id} words={label}>
          <IconButton label={label} onClick={run}>
            <Icon size={15} />
          </IconButton>
        </Tooltip>
      ))}
    </div>
  );
}
