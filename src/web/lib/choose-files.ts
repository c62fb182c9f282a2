/** Holds the field while the system's dialog is open: one that nothing holds may be collected meanwhile, and the choice with it. */
const open = new Set<HTMLInputElement>();

/** Asks for files by the system's own dialog; none when it is closed without one. `accept` as in HTML. */
export function chooseFiles(accept: string, { isMultiple = false } = {}): Promise<File[]> {
  const input = Object.assign(document.createElement("input"), {
    type: "file",
    accept,
    multiple: isMultiple,
  });
  open.add(input);
  return new Promise((resolve) => {
    const end = () => {
      open.delete(input);
      resolve([...(input.files ?? [])]);
    };
    input.addEventListener("change", end);
    input.addEventListener("cancel", end);
    input.click();
  });
}
