/** Downloads a JSON file, like a click on a link. No permission is needed. */
export function download(name: string, text: string): void {
  saveFile(name, [text], 'application/json');
}

/** Downloads a file of any type, given in parts. */
export function saveFile(name: string, parts: readonly (string | Blob)[], mimeType: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: mimeType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
