/** Offers a text to the person as a file. */
export function download(text: string, name: string): void {
  downloadBlob(new Blob([text], { type: "text/plain;charset=utf-8" }), name);
}

/** Offers bytes to the person as a file. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read the blob after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
