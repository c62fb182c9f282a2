import { useNavigate } from "@tanstack/react-router";
import { clsx } from "clsx";
import { LogOut, Monitor, MonitorOff, Moon, Sun } from "lucide-react";
import { useUser } from "../../lib/session.ts";
import { chooseMode, modes, useTheme, type Mode } from "../../lib/theme.ts";
import { Menu, MenuDivider, MenuItem } from "../../ui/menu.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";

const faces: Record<Mode, { label: string; icon: typeof Sun }> = {
  dark: { label: "Dark", icon: Moon },
  light: { label: "Light", icon: Sun },
  system: { label: "System", icon: Monitor },
};

const rowClass =
  "tap flex h-8 w-full items-center gap-2.5 rounded-md text-sm text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11";

/** The sidebar's foot: who is signed in, the theme, and the way out. */
export function AccountMenu({ isIconOnly, onSignOut }: { isIconOnly: boolean; onSignOut: () => void }) {
  const user = useUser();
  const navigate = useNavigate();
  const mode = useTheme((state) => state.mode);
  const ModeIcon = faces[mode].icon;
  const row = clsx(rowClass, isIconOnly ? "justify-center" : "px-2.5");
  if (!user) return null;
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className={row}
            aria-label={isIconOnly ? `Theme: ${faces[mode].label}` : undefined}
          >
            <ModeIcon size={16} aria-hidden="true" />
            {!isIconOnly && <span>Theme: {faces[mode].label}</span>}
          </button>
        }
      >
        {modes.map((option) => {
          const { label, icon: Icon } = faces[option];
          return (
            <MenuItem
              key={option}
              icon={<Icon size={16} />}
              hint={option === mode ? "✓" : undefined}
              onSelect={() => chooseMode(option)}
            >
              {label}
            </MenuItem>
          );
        })}
      </Menu>
      <Menu
        align="start"
        trigger={
          <button type="button" className={row} aria-label={isIconOnly ? `Profile: ${user.name}` : undefined}>
            <Initial name={user.name} />
            {!isIconOnly && <span className="min-w-0 flex-1 truncate text-left text-ink">{user.name}</span>}
          </button>
        }
      >
        <div className="max-w-60 px-2.5 py-1.5 text-sm">
          <p className="truncate font-medium">{user.name}</p>
          <p className="truncate text-xs text-faint">{user.email}</p>
        </div>
        <MenuDivider />
        <MenuItem icon={<MonitorOff size={16} />} onSelect={() => void navigate({ to: "/auth/logout" })}>
          Sign out everywhere
        </MenuItem>
      </Menu>
      <Tooltip words="Sign Out" side="right" isOff={!isIconOnly}>
        <button type="button" className={row} aria-label="Sign Out" onClick={onSignOut}>
          <LogOut size={16} aria-hidden="true" />
          {!isIconOnly && "Sign Out"}
        </button>
      </Tooltip>
    </>
  );
}

function Initial({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="-mx-0.5 grid size-5 shrink-0 place-items-center rounded-full bg-accent-soft text-[0.6875rem] font-semibold text-accent"
    >
      {Array.from(name)[0]?.toUpperCase() ?? "?"}
    </span>
  );
}
