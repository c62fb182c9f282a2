/** Old and short addresses and where they lead; query and hash come along. */
export const SHORT_FORMS: readonly (readonly [from: string, to: string])[] = [
  ["/login", "/auth/login"],
  ["/register", "/auth/register"],
  ["/reset-password", "/auth/reset-password"],
  ["/onboarding", "/setup/onboarding"],
  ["/setup", "/setup/onboarding"],
  ["/dashboard", "/app/dashboard"],
  ["/components", "/app/components"],
];

/** What a later page of the app is to be; each has its place already, and says so while nothing of it works. */
export type LaterPage = { title: string; words: string; meanwhile: { to: string; label: string } };

const WRITE = { to: "/app/editor", label: "Write a note" };
const BROWSE = { to: "/app/explorer", label: "Open the explorer" };

export const LATER_PAGES: Record<string, LaterPage> = {
  files: {
    title: "Files",
    words:
      "Every picture, video and attachment of your notes will be listed here, with what uses it. Pictures you put into notes today are kept and will appear.",
    meanwhile: BROWSE,
  },
  chat: {
    title: "Chat",
    words:
      "Here you will ask your own notes and get answers that name the very passages they come from, with any model you connect or with none.",
    meanwhile: BROWSE,
  },
  "voice-chat": {
    title: "Voice chat",
    words: "Here you will speak with your notes, hands free, and get the conversation as a note.",
    meanwhile: WRITE,
  },
  projects: {
    title: "Projects",
    words:
      "Here notes, tasks, events and files of one undertaking will stand together, with agents that work in its bounds.",
    meanwhile: BROWSE,
  },
  calendar: {
    title: "Calendar",
    words:
      "Month, week and day with recurring events, your tasks as blocks of time, and calendars of others by address.",
    meanwhile: WRITE,
  },
  analytics: {
    title: "Analytics",
    words: "Here you will see what you wrote, when and where, each number with the notes it comes from.",
    meanwhile: BROWSE,
  },
  seo: {
    title: "SEO",
    words:
      "Here notes and published pages will be checked for search engines: titles, headings, links, readability, by fixed rules and on your own device.",
    meanwhile: BROWSE,
  },
  apm: {
    title: "Performance",
    words:
      "How fast Cairn is for you: loading, reaction and layout of each page, and of the server behind it. Your browser's measurements are collected already.",
    meanwhile: { to: "/app/dashboard", label: "Go to the dashboard" },
  },
  components: {
    title: "Component Library",
    words: "Here you will choose the components of your dashboard, each with a live preview.",
    meanwhile: { to: "/app/dashboard", label: "Go to the dashboard" },
  },
  "editor-test": {
    title: "Editor test",
    words: "A bench for the editor's developers: every block in every state, measured as you type.",
    meanwhile: WRITE,
  },
};
