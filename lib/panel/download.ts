/** Gives the user a file, as a click on a link does; no permission is needed for that. */
export function download(name: string, text: string): void {
  saveFile(name, [text], 'application/json');
}

/** Saves a file's text in parts, of any type. */
export function saveFile(name: string, parts: readonly (string | Blob)[], mimeType: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: mimeType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
