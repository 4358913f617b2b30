import type { IncomingMessage } from 'node:http';

const MAX_FORM_BYTES = 64 * 1024;

/** Reads the form of a request; empty if the body isn't a form, or is too large. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return new URLSearchParams();
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MAX_FORM_BYTES) return new URLSearchParams();
  }
  return new URLSearchParams(text);
}
