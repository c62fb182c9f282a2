/** What some models want to read before a text, to know whether it asks or tells; without it they find worse. By the cards of the models. */
const BEFORE: readonly { name: RegExp; asked: string; told: string }[] = [
  { name: /nomic-embed/i, asked: "search_query: ", told: "search_document: " },
  { name: /(?:^|[^a-z0-9])(?:multilingual-)?e5-(?!.*instruct)/i, asked: "query: ", told: "passage: " },
  {
    name: /mxbai-embed|arctic-embed|bge-(?:small|base|large)-en/i,
    asked: "Represent this sentence for searching relevant passages: ",
    told: "",
  },
  { name: /embeddinggemma/i, asked: "task: search result | query: ", told: "title: none | text: " },
  {
    name: /qwen3-embedding/i,
    asked: "Instruct: Given a search query, retrieve passages that answer it\nQuery: ",
    told: "",
  },
];

const beforeOf = (model: string) => BEFORE.find(({ name }) => name.test(model));

export const asAsked = (model: string, text: string): string => (beforeOf(model)?.asked ?? "") + text;
export const asTold = (model: string, text: string): string => (beforeOf(model)?.told ?? "") + text;
