import { browser } from 'wxt/browser';
import { bytesOfBase64 } from '#core/util/base64';
import type { FinishedRequest } from '#panel/inspected-tab';

/** Subscribes to the inspected page's finished requests. Needs no host permission. Returns an unsubscribe function. */
export function listenFinishedRequests(listener: (request: FinishedRequest) => void): () => void {
  const { onRequestFinished } = browser.devtools.network;
  const handle = (request: unknown): void => listener({ entry: request, readResponse: () => readResponse(request) });
  onRequestFinished.addListener(handle);
  return () => onRequestFinished.removeListener(handle);
}

/** The requests that DevTools has seen so far. Firefox has none of before its network panel was opened. */
export async function readNetworkLog(): Promise<readonly FinishedRequest[]> {
  if (import.meta.env.FIREFOX) return [];
  const network = browser.devtools.network as unknown as NetworkLog;
  const log = await new Promise<HarLog>((receive) => network.getHAR(receive));
  const entries: readonly unknown[] = Array.isArray(log?.entries) ? log.entries : [];
  return entries.map((entry) => ({ entry, readResponse: () => readResponse(entry) }));
}

/** Chromium's own takes a callback; the polyfill's types know a promise. */
interface NetworkLog {
  getHAR(receive: (log: HarLog) => void): void;
}

type HarLog = { readonly entries?: unknown } | null;

type GetContent = (receive?: (content: unknown, encoding: unknown) => void) => unknown;

/** The response's text; `null` where DevTools has none. What is no text in UTF-8 stays as Base64. */
export async function readResponse(request: unknown): Promise<string | null> {
  const { getContent } = request as { readonly getContent?: GetContent };
  if (typeof getContent !== 'function') return null;
  try {
    const response = await contentOf(request, getContent);
    const [content, encoding]: readonly unknown[] = Array.isArray(response) ? response : [response];
    if (typeof content !== 'string') return null;
    return encoding === 'base64' ? textOfBase64(content) : content;
  } catch {
    return null;
  }
}

/**
 * Chromium's own object takes a callback with content and encoding, and gives no promise.
 * The polyfill and Firefox refuse a callback, and resolve to `[content, encoding]` and `[content, mimeType]`.
 */
function contentOf(request: unknown, getContent: GetContent): Promise<unknown> {
  return new Promise((resolve, reject) => {
    try {
      const given = getContent.call(request, (...received) => resolve(received));
      if (given instanceof Promise) given.then(resolve, reject);
    } catch {
      resolve(getContent.call(request));
    }
  });
}

/** Chromium encodes each response whose content type it does not know for text. */
function textOfBase64(content: string): string {
  const bytes = bytesOfBase64(content);
  if (bytes === null) return content;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return content;
  }
}
