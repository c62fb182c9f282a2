/** Hands a text, or bytes, to the browser as a file. */
export function downloadText(name: string, text: string | Uint8Array<ArrayBuffer>, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  downloadFrom(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Lets the browser fetch a file itself, which it can stream to the disk. */
export function downloadFrom(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
