import { expect, it } from 'vitest';
import { readResponse } from '#extension/browser/panel/tab-in-devtools';

const base64Of = (text: string) => Buffer.from(text).toString('base64');
const chromiumRequest = (content: unknown, encoding: string) => ({
  getContent: (receive: (content: unknown, encoding: string) => void) => receive(content, encoding),
});
const polyfilledRequest = (...response: unknown[]) => ({
  getContent(receive?: unknown) {
    if (receive) throw new TypeError('Expected no arguments');
    return Promise.resolve(response);
  },
});

it.each([
  ["Chromium's own object", chromiumRequest('{"status":"ok"}', ''), '{"status":"ok"}'],
  ['a response without a content type', chromiumRequest(base64Of('{"status":"जल"}'), 'base64'), '{"status":"जल"}'],
  ['through the polyfill, in base64', polyfilledRequest(base64Of('ok'), 'base64'), 'ok'],
  ['through the polyfill, in Firefox', polyfilledRequest('ok', 'text/plain'), 'ok'],
  ['a picture, which stays in base64', chromiumRequest('iVBORw==', 'base64'), 'iVBORw=='],
  ['a response that DevTools dropped', chromiumRequest(null, ''), null],
  ['a request without getContent', {}, null],
])('the panel reads a response body: %s', async (_name, request, text) => {
  expect(await readResponse(request)).toBe(text);
});
