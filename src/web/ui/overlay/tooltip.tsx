import {
  cloneElement,
  useEffect,
  useState,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
} from "react";
import { hideTooltip, leaveTooltip, showTooltip, updateTooltip, useTooltip } from "./tooltip-store.ts";

type TooltipProps = {
  words: ReactNode;
  keys?: string;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
  side?: "top" | "right" | "bottom";
  isOff?: boolean;
};

/** Words beside a control; the control has its own accessible name, this is for the eye. */
export function Tooltip({ words, keys, children, side = "bottom", isOff = false }: TooltipProps) {
  const [owner] = useState(() => ({}));
  useEffect(() => {
    if (!isOff) updateTooltip(owner, { words, keys, side });
  }, [owner, words, keys, side, isOff]);
  useEffect(
    () => () => {
      if (useTooltip.getState().shown?.owner === owner) hideTooltip();
    },
    [owner, isOff],
  );
  if (isOff) return children;
  const own = children.props;
  const show = (anchor: HTMLElement, isAtOnce: boolean) =>
    showTooltip({ owner, anchor, words, keys, side }, isAtOnce);
  return cloneElement<HTMLAttributes<HTMLElement>>(children, {
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      if (event.pointerType === "mouse") show(event.currentTarget, false);
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      leaveTooltip();
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event);
      hideTooltip();
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      if (event.currentTarget.matches(":focus-visible")) show(event.currentTarget, true);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      hideTooltip();
    },
  });
}
