import { clsx } from "clsx";
import { Check, ChevronRight, Ellipsis } from "lucide-react";
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from "react";
import { countWords } from "#document/text/words.ts";
import { isAvailable, titleOfAction, type Action, type Choice } from "../../kernel/actions/action.ts";
import { isCovered } from "../../lib/covered.ts";
import { actionContext } from "../../kernel/actions/here.ts";
import { useKeyHint } from "../../kernel/actions/key-store.ts";
import { openPalette } from "../../kernel/actions/open-palette.ts";
import { usePalette } from "../../kernel/actions/palette-store.ts";
import { useActions } from "../../kernel/actions/registry.ts";
import { runAction } from "../../kernel/actions/run-action.ts";
import { readSelection, type Selected } from "../../kernel/actions/selected-text.ts";
import { MenuAt } from "../../ui/overlay/menu-at.tsx";
import { MenuDivider, MenuItem } from "../../ui/overlay/menu.tsx";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

/** A selection that still grows is not offered anything yet. */
const SETTLED_MS = 200;
const GAP = 8;

/** These stand in the bar, the others behind its last button. */
const IN_BAR = [
  "assistant.menu",
  "text.bold",
  "text.italic",
  "text.strike",
  "text.code",
  "text.link",
  "text.comment",
  "text.turnInto",
  "selection.copy",
  "selection.search",
  "selection.newNote",
];

/** Follows the selection; null while there is none, while it is being made, and after Escape. */
function useSelected(): [Selected | null, () => void] {
  const [selected, setSelected] = useState<Selected | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    let isPressed = false;
    const settle = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => !isPressed && setSelected(readSelection()), SETTLED_MS);
    };
    const handleChange = () => {
      if (getSelection()?.isCollapsed !== false) setSelected(null);
      settle();
    };
    const handleDown = (event: PointerEvent) => {
      // A press on the bar is no new selection; touch selects by its own handles, whose presses never end here.
      isPressed = event.pointerType === "mouse" && !(event.target as Element).closest("[data-own-selection]");
    };
    const handleUp = () => {
      isPressed = false;
      settle();
    };
    // The bar's code comes after the page: what was selected before it is told of by no event.
    settle();
    document.addEventListener("selectionchange", handleChange);
    document.addEventListener("pointerdown", handleDown, true);
    document.addEventListener("pointerup", handleUp, true);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener("selectionchange", handleChange);
      document.removeEventListener("pointerdown", handleDown, true);
      document.removeEventListener("pointerup", handleUp, true);
    };
  }, []);
  const hide = () => {
    clearTimeout(timer.current);
    setSelected(null);
  };
  return [selected, hide];
}

/** A small bar at selected text. It takes neither the focus nor the selection: Ctrl+J and Ctrl+K reach the same by key. */
export function SelectionBar() {
  const [selected, hide] = useSelected();
  const isPaletteOpen = usePalette(({ palette }) => palette !== null);
  const actions = useActions((state) => state.actions);
  if (!selected || isPaletteOpen) return null;
  const context = actionContext("menu", { selection: selected });
  const shown = IN_BAR.flatMap((id) => actions.find((action) => action.id === id) ?? []).filter((action) =>
    isAvailable(action, context),
  );
  return <Bar selected={selected} actions={shown} onHide={hide} />;
}

type BarProps = { selected: Selected; actions: Action[]; onHide: () => void };

function Bar({ selected, actions, onHide }: BarProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  useFollow(() => {
    if (bar.current && !place(bar.current, selected.rect())) onHide();
  });
  useEscape(onHide);
  const hint = useKeyHint("selection.actions");
  const words = countWords(selected.text);
  const context = actionContext("menu", { selection: selected });
  const ask = async (action: Action, place: DOMRect) => {
    const opener = document.activeElement as HTMLElement | null;
    const choices = (await action.choices?.(context)) ?? [];
    setAsked({ title: titleOfAction(action, context), place, choices, opener });
  };
  return (
    <section aria-label={t("Selection")}>
      <div
        ref={bar}
        role="toolbar"
        tabIndex={-1}
        aria-label={t("Selected text")}
        data-own-selection=""
        onMouseDown={(event) => event.preventDefault()}
        className="fixed z-35 flex max-w-[calc(100vw-1rem)] items-center gap-0.5 overflow-x-auto rounded-md border border-line-strong bg-raised p-1 text-sm shadow-pop [scrollbar-width:none]"
      >
        {actions.map((action, index) => (
          <BarButton
            key={action.id}
            action={action}
            title={titleOfAction(action, context)}
            isAfterLine={index > 0 && action.group !== actions[index - 1]?.group}
            isOn={action.isOn?.(context)}
            onPress={(place) => {
              if (action.choices) return void ask(action, place);
              runAction(action, context);
              if (action.group === "Selection") onHide();
            }}
          />
        ))}
        <span className="px-1.5 text-xs whitespace-nowrap text-faint tabular-nums">
          {plural(words, { one: "{count} word", other: "{count} words" })}
        </span>
        <button
          type="button"
          tabIndex={-1}
          aria-label={t("More actions for the selection")}
          title={hint ? t("More actions ({hint})", { hint }) : t("More actions")}
          onClick={() => openPalette(context.subject, selected)}
          className="sticky right-0 grid size-8 shrink-0 place-items-center rounded-md bg-raised text-muted hover:text-ink pointer-coarse:size-10"
        >
          <Ellipsis size={15} />
        </button>
      </div>
      {asked && (
        <Choices
          // One menu gives way to the other.
          key={asked.title}
          {...asked}
          onFurther={async (title, further) => setAsked({ ...asked, title, choices: await further() })}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

type Asked = { title: string; place: DOMRect; choices: Choice[]; opener: HTMLElement | null };
type ChoicesProps = Asked & {
  onFurther: (title: string, choices: NonNullable<Choice["choices"]>) => Promise<void>;
  onClose: () => void;
};

/** The answers to what an action of the bar asks. */
function Choices({ title: label, place, choices, opener, onFurther, onClose }: ChoicesProps) {
  return (
    <MenuAt place={place} label={label} opener={opener} onClose={onClose}>
      {choices.map(({ id, title, icon: Icon, isCurrent, isOff, startsGroup, choices: further, run }) => (
        <Fragment key={id}>
          {startsGroup && <MenuDivider />}
          <MenuItem
            icon={Icon && <Icon size={15} />}
            isDisabled={isOff}
            isStaying={further !== undefined}
            hint={
              further ? (
                <ChevronRight size={14} aria-hidden="true" />
              ) : (
                isCurrent && <Check size={14} aria-label={t("Current")} />
              )
            }
            onSelect={() => {
              if (further) return void onFurther(title, further);
              onClose();
              run();
            }}
          >
            {title}
          </MenuItem>
        </Fragment>
      ))}
    </MenuAt>
  );
}

type BarButtonProps = {
  action: Action;
  title: string;
  isAfterLine: boolean;
  isOn: boolean | undefined;
  onPress: (place: DOMRect) => void;
};

function BarButton({ action, title, isAfterLine, isOn, onPress }: BarButtonProps) {
  const Icon = action.icon;
  return (
    <button
      type="button"
      // The bar is for pointers; keys have the palette, and Tab stays in the text.
      tabIndex={-1}
      aria-label={title}
      aria-pressed={isOn}
      aria-haspopup={action.choices && "menu"}
      title={title}
      onClick={(event) => onPress(event.currentTarget.getBoundingClientRect())}
      className={clsx(
        "tap grid size-8 shrink-0 place-items-center rounded-md pointer-coarse:size-10",
        isOn ? "bg-accent-soft text-accent" : "text-muted hover:bg-hover hover:text-ink",
        isAfterLine && "ml-1.5 before:absolute before:inset-y-1.5 before:-left-1 before:w-px before:bg-line",
      )}
    >
      {Icon && <Icon size={15} aria-hidden="true" />}
    </button>
  );
}

/**
 * Above the selection; below it for a finger, whose handles and menu the system puts above. False when the selection
 * was scrolled out of sight.
 */
function place(bar: HTMLElement, at: DOMRect): boolean {
  if (at.bottom < 0 || at.top > innerHeight) return false;
  const { width, height } = bar.getBoundingClientRect();
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const above = at.top - height - GAP;
  const below = at.bottom + (isTouch ? 28 : GAP);
  const tools = document.querySelector("[role=toolbar][aria-label=Formatting]")?.getBoundingClientRect();
  const isOnTools = tools !== undefined && above < tools.bottom && above + height > tools.top;
  const top = isTouch || above < GAP || isOnTools ? below : above;
  const left = at.left + at.width / 2 - width / 2;
  bar.style.top = `${Math.max(GAP, Math.min(top, innerHeight - height - GAP))}px`;
  bar.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
  return true;
}

/** After every drawing, and whenever something scrolls or changes its size. */
function useFollow(follow: () => void) {
  useLayoutEffect(() => {
    follow();
    addEventListener("scroll", follow, true);
    addEventListener("resize", follow);
    return () => {
      removeEventListener("scroll", follow, true);
      removeEventListener("resize", follow);
    };
  });
}

/** Before everything that Escape means in the page: the first press only takes the bar away. What lies over the bar closes before it. */
function useEscape(onHide: () => void) {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isCovered()) return;
      event.preventDefault();
      event.stopPropagation();
      onHide();
    };
    addEventListener("keydown", handleKey, true);
    return () => removeEventListener("keydown", handleKey, true);
  }, [onHide]);
}
