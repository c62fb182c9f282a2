import { create } from "zustand";
import type { BannerLook } from "#contract/shared/banner.ts";

type Sending = { name: string; percent: number; cancel: () => void };

/** What the banner shows before it is saved: settings while their dialog is open, a drag under way; and what is being uploaded. */
export const useBanner = create<{ draft: Partial<BannerLook> | null; sending: Sending | null }>(() => ({
  draft: null,
  sending: null,
}));

export const showDraft = (draft: Partial<BannerLook> | null): void => useBanner.setState({ draft });
