import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { ANSWER_STATES } from "./wire/answers.ts";
import {
  FILES_OF_QUESTION,
  MOST_MESSAGES,
  MOST_THREADS,
  QUESTION_MAX,
  THREAD_NAME_MAX,
} from "./wire/chat-limits.ts";
import { MODEL_RESULTS, OPERATORS } from "./shared/model-choices.ts";
import { BROWSER } from "./wire/page-model.ts";
import { defineNoun } from "./noun.ts";

export const ChatScope = z
  .object({
    noteIds: z.array(Id).max(20).optional(),
    folderIds: z.array(Id).max(20).optional().describe("With everything below them"),
    tags: z.array(z.string().max(100)).max(20).optional(),
    projectId: Id.optional().describe("The notes and tasks of this project, and nothing else"),
    fileIds: z.array(Id).max(20).optional().describe("Files of one's own; beside them nothing is looked at"),
    rehearsalId: Id.optional().describe(
      "A set of changes that waits: tools of models see things as they would be with it, and what they propose goes into it",
    ),
  })
  .describe("Where answers are looked for; empty: everywhere");
export type ChatScope = z.infer<typeof ChatScope>;

const Kind = z.enum(["note", "file", "task", "event"]);
export const Citation = z
  .object({
    kind: Kind,
    id: Id.describe(
      "Of the note, task, event or file; of a file whose `hash` is null, the note that shows it",
    ),
    title: z.string(),
    heading: z.string().describe("What the passage stands under in its note; empty without any"),
    blockId: z.string().nullable(),
    range: z
      .object({ start: z.int(), end: z.int() })
      .nullable()
      .describe("In the text of the note or file, in characters"),
    hash: z.string().nullable().describe("Of the passage as it was; null where it can't be compared later"),
    text: z.string().describe("The passage as it was"),
    quote: z.string().nullable().describe("The words of it that were cited, to the letter"),
  })
  .describe("A passage that an answer names; checked by the server before it was told");
export type Citation = z.infer<typeof Citation>;

const Sent = z.object({
  kind: z
    .enum([...Kind.options, "picture", "memory", "earlier", "tool"])
    .describe(
      "tool: what went to a server of tools; picture: itself; memory: what was to be kept in mind; earlier: of another chat",
    ),
  id: Id,
  title: z.string(),
  text: z.string(),
  isLocal: z
    .literal(true)
    .optional()
    .describe("Of a tool: what it told went to a model in the operator's network"),
});
export type SentPassage = z.infer<typeof Sent>;

export const ChatAction = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("created"),
      entity: z.enum(["note", "task", "event"]),
      id: Id,
      title: z.string(),
    }),
    z.object({ kind: z.literal("open"), noteId: Id, title: z.string() }),
    z.object({ kind: z.literal("find"), query: z.string() }),
    z.object({ kind: z.literal("remembered"), memoryId: Id }),
  ])
  .describe("What a command in words did, or what it asks the page to do");
export type ChatAction = z.infer<typeof ChatAction>;

const Attached = z.object({
  id: Id,
  name: z.string().describe("Empty where the file was deleted permanently"),
  type: z.string(),
  isGone: z.boolean().describe("In the trash, or deleted permanently"),
});
export type AttachedFile = z.infer<typeof Attached>;

const ChatStep = z
  .object({
    tool: z.string(),
    words: z.string().describe('What it did: Read "Roof"'),
    isFault: z.boolean().describe("It could not do it"),
    asks: z
      .object({ id: Id, input: z.string().describe("All that would go out, as JSON") })
      .optional()
      .describe("It waits for a yes or no of its person, while it is the last step of a running answer"),
  })
  .describe("One use of a tool by a model, in the order of its uses");
export type ChatStep = z.infer<typeof ChatStep>;

export const ChatMessage = z.object({
  id: Id,
  parentId: Id.nullable().describe("What it follows; siblings are branches"),
  role: z.enum(["user", "assistant"]),
  text: z.string().describe("Markdown; [^1] stands for the first citation"),
  reasoning: z.string().describe("What the model told of its thoughts; empty where it told none"),
  citations: z.array(Citation),
  removed: z.int().describe("Citations that named no passage, and were taken out"),
  sent: z.int().describe("Passages that went to the model"),
  files: z.array(Attached).describe("What was attached to the question"),
  state: z.enum(ANSWER_STATES),
  fault: z
    .object({ kind: z.enum(MODEL_RESULTS), message: z.string() })
    .nullable()
    .describe("Why there is no whole answer"),
  model: z
    .object({ provider: z.string(), host: z.string(), name: z.string() })
    .nullable()
    .describe("Null: answered without one"),
  tokensIn: z.int().nullable(),
  tokensOut: z.int().nullable(),
  cost: z.number().nullable().describe("US dollars; null where nobody knows"),
  action: ChatAction.nullable(),
  steps: z.array(ChatStep),
  changesetId: Id.nullable().describe("What the model proposes to change; null: nothing, or it was deleted"),
  createdAt: Instant,
});
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatThread = z
  .object({
    id: Id,
    name: z.string(),
    folder: z.string().describe("The name it is filed under; empty without one"),
    scope: ChatScope,
    providerId: z
      .string()
      .nullable()
      .describe("The model that was chosen for it; null: the account's own choice"),
    usesTools: z
      .boolean()
      .describe("Models may look further by tools, and propose changes, which wait for approval"),
    leafId: Id.nullable().describe("The last message of the branch that is shown"),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .describe("A conversation over one's own notes");
export type ChatThread = z.infer<typeof ChatThread>;

const ProviderId = z
  .union([Id, z.string().regex(OPERATORS), z.literal(BROWSER)])
  .describe("'browser': the model in the asker's own browser, by `pageModel`");
const Name = text(THREAD_NAME_MAX).pipe(z.string().trim().min(1));
const Folder = text(THREAD_NAME_MAX).pipe(z.string().trim());
const Question = text(QUESTION_MAX).pipe(z.string().trim().min(1));
const FileIds = z.array(Id).max(FILES_OF_QUESTION).default([]);
const Whole = z.object({ thread: ChatThread, messages: z.array(ChatMessage) });
export type WholeThread = z.infer<typeof Whole>;

const operations = {
  list: signedIn
    .route({ method: "GET", path: "/chat/threads", summary: "Conversations, the newest first" })
    .input(
      z.object({
        query: text(200).optional().describe("Words of names, questions and answers"),
        before: Instant.optional().describe("updatedAt of the last one that is known"),
        limit: z.coerce.number().int().min(1).max(200).default(100),
      }),
    )
    .output(z.object({ threads: z.array(ChatThread) })),

  get: signedIn
    .route({
      method: "GET",
      path: "/chat/threads/{threadId}",
      summary: "A conversation with all its branches",
    })
    .input(z.object({ threadId: Id }))
    .output(Whole),

  ask: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({
      method: "POST",
      path: "/chat/threads/{threadId}/messages",
      summary: "Ask one's own notes",
      description: `The first question makes the conversation; an account has at most ${MOST_THREADS}, each of at most ${MOST_MESSAGES} messages. The answer is written by the server whether or not its asker waits: \`get\` tells it as far as it is, and live messages of the page's socket tell it as it comes.`,
    })
    .input(
      z.object({
        threadId: Id.describe("Made by the caller"),
        id: Id.describe("Of the question; made by the caller to be able to repeat the call"),
        answerId: Id.describe("Of the answer, alike"),
        parentId: Id.nullable().describe("The answer that it follows; null begins"),
        text: Question,
        scope: ChatScope.optional().describe("Of a new conversation"),
        providerId: ProviderId.nullable().optional().describe("The model of a new conversation"),
        usesTools: z.boolean().optional().describe("Of a new conversation; false unless it is said"),
        fileIds: FileIds.describe("Files of one's own that go along with the question"),
        timeZone: z.string().max(60).optional().describe("IANA name, for 'today'"),
        isPlain: z.boolean().default(false).describe("Answered by search alone: nothing goes to a model"),
      }),
    )
    .output(Whole),

  again: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({
      method: "POST",
      path: "/chat/messages/{messageId}/again",
      summary: "Answer a question once more, as another branch",
    })
    .input(
      z.object({
        messageId: Id.describe("Of the question"),
        answerId: Id,
        timeZone: z.string().max(60).optional(),
      }),
    )
    .output(Whole),

  stop: signedIn
    .route({
      method: "POST",
      path: "/chat/messages/{messageId}/stop",
      summary: "Stop an answer; what there is of it stays",
    })
    .input(z.object({ messageId: Id }))
    .output(Done),

  decide: signedIn
    .route({
      method: "PUT",
      path: "/chat/messages/{messageId}/decisions/{askId}",
      summary: "Allow or refuse the use of a tool that an answer waits for",
    })
    .input(z.object({ messageId: Id, askId: Id, isAllowed: z.boolean() }))
    .output(Done),

  update: signedIn
    .route({
      method: "PATCH",
      path: "/chat/threads/{threadId}",
      summary: "Name a conversation, file it, choose its model, scope or branch",
    })
    .input(
      z.object({
        threadId: Id,
        name: Name.optional(),
        folder: Folder.optional(),
        scope: ChatScope.optional(),
        providerId: ProviderId.nullable().optional(),
        usesTools: z.boolean().optional(),
        leafId: Id.optional().describe("A message of it: the branch that ends there is shown"),
      }),
    )
    .output(ChatThread),

  remove: signedIn
    .route({
      method: "DELETE",
      path: "/chat/threads/{threadId}",
      summary: "Put a conversation into the trash for 30 days",
    })
    .input(z.object({ threadId: Id }))
    .output(Done),

  restore: signedIn
    .route({ method: "POST", path: "/chat/threads/{threadId}/restore", summary: "Take it out of the trash" })
    .input(z.object({ threadId: Id }))
    .output(Done),

  preview: signedIn
    .route({
      method: "POST",
      path: "/chat/preview",
      summary: "What would go to which address, without sending it",
    })
    .input(
      z.object({ text: Question, scope: ChatScope.optional(), threadId: Id.optional(), fileIds: FileIds }),
    )
    .output(
      z.object({
        model: z.object({ provider: z.string(), host: z.string(), name: z.string() }).nullable(),
        passages: z.array(Sent),
      }),
    ),

  sent: signedIn
    .route({
      method: "GET",
      path: "/chat/messages/{messageId}/sent",
      summary: "The passages that went to the model for an answer",
    })
    .input(z.object({ messageId: Id.describe("Of the answer") }))
    .output(z.object({ passages: z.array(Sent) })),

  receipts: signedIn
    .route({
      method: "GET",
      path: "/chat/threads/{threadId}/receipts",
      summary: "Cited passages that have changed since",
    })
    .input(z.object({ threadId: Id }))
    .output(
      z.object({
        changed: z.array(
          z.object({
            messageId: Id,
            citation: z.int().describe("Its number in the answer"),
            now: z.string().nullable().describe("The passage as it is now; null where it was deleted"),
          }),
        ),
      }),
    ),
};

export const chatNoun = defineNoun({
  operations,
  liveEntities: ["chatThread"],
  activityEntities: ["chatThread"],
  activityTypes: ["chat_created", "chat_deleted", "chat_restored"],
  trash: { chatThread: "chats" },
  importKinds: ["chats", "chatMessages"],
});
