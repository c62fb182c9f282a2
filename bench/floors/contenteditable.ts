/** The same text in a page that nothing of ours listens to: what the browser itself needs for a key. */
const query = new URLSearchParams(location.search);
const text = await (await fetch(`/text?words=${query.get("words") ?? 200}`)).text();
document.querySelector(".note-text")!.append(
  ...text.split("\n\n").map((words) => {
    const paragraph = document.createElement("p");
    paragraph.textContent = words;
    return paragraph;
  }),
);

export {};
