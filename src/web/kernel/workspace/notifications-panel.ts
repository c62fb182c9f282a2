import { create } from "zustand";

/** Whether the panel of kept messages is open on this page. */
export const useNotificationsPanel = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

export const openNotifications = () => useNotificationsPanel.setState({ isOpen: true });
export const closeNotifications = () => useNotificationsPanel.setState({ isOpen: false });
