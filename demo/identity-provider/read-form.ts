import type { IncomingMessage } from 'node:http';

const LARGEST_FORM = 64 * 1024;

/** The form that was sent; `null` where it is no form, or far too large for one. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return null;
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > LARGEST_FORM) return null;
  }
  return new URLSearchParams(text);
}
