/** How a form is encoded: `application/x-www-form-urlencoded` (URL Standard) or `multipart/form-data` (RFC 7578). */
export type FormType = 'urlencoded' | 'multipart';

export type FormField = readonly [name: string, value: string];

export interface Form {
  readonly type: FormType;
  readonly fields: readonly FormField[];
}

/** More say nothing new: each is looked into. */
const MAX_FIELDS = 1_000;

/** A name and `=`: no JSON and no prose begins so. */
const URLENCODED = /^[^\s{}[\]"<>=&]{1,100}=/;

/** Reads the text of a form by its text alone, or returns `null` if it is none. */
export function readForm(text: string): Form | null {
  const boundary = /^--[^\r\n]{1,200}/.exec(text)?.[0];
  if (boundary !== undefined) return { type: 'multipart', fields: readParts(text, boundary) };
  if (!URLENCODED.test(text)) return null;
  return { type: 'urlencoded', fields: [...new URLSearchParams(text)].slice(0, MAX_FIELDS) };
}

function readParts(text: string, boundary: string): readonly FormField[] {
  return text.split(boundary, MAX_FIELDS).flatMap((part): readonly FormField[] => {
    const [head = '', ...value] = part.replace(/\r\n$/, '').split('\r\n\r\n');
    const name = /^content-disposition:[^\r\n]*?;\s*name="([^"\r\n]*)"/im.exec(head)?.[1];
    return name === undefined || value.length === 0 ? [] : [[name, value.join('\r\n\r\n')]];
  });
}
