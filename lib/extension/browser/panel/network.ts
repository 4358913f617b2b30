import { browser } from 'wxt/browser';

/** A finished request as DevTools gives it: a HAR entry, and the answer's text on demand. */
export interface FinishedRequest {
  readonly entry: unknown;
  readAnswer(): Promise<string | null>;
}

/** Listens to the inspected page's finished requests. Needs no host permission. Answers the undo. */
export function listenFinishedRequests(listener: (request: FinishedRequest) => void): () => void {
  const { onRequestFinished } = browser.devtools.network;
  const hear = (request: unknown): void => listener({ entry: request, readAnswer: () => readAnswer(request) });
  onRequestFinished.addListener(hear);
  return () => onRequestFinished.removeListener(hear);
}

/** The requests that DevTools has seen so far. Firefox has none of before its network panel was opened. */
export async function readNetworkLog(): Promise<readonly FinishedRequest[]> {
  if (import.meta.env.FIREFOX) return [];
  const network = browser.devtools.network as unknown as NetworkLog;
  const log = await new Promise<HarLog>((receive) => network.getHAR(receive));
  const entries: readonly unknown[] = Array.isArray(log?.entries) ? log.entries : [];
  return entries.map((entry) => ({ entry, readAnswer: () => readAnswer(entry) }));
}

/** Chromium's own takes a callback; the polyfill's types know a promise. */
interface NetworkLog {
  getHAR(receive: (log: HarLog) => void): void;
}

type HarLog = { readonly entries?: unknown } | null;

type GetContent = (receive?: (content: unknown) => void) => unknown;

async function readAnswer(request: unknown): Promise<string | null> {
  const { getContent } = request as { readonly getContent?: GetContent };
  if (typeof getContent !== 'function') return null;
  try {
    const answer = await contentOf(request, getContent);
    // The polyfill and Firefox answer with [content, mimeType].
    const content: unknown = Array.isArray(answer) ? answer[0] : answer;
    return typeof content === 'string' ? content : null;
  } catch {
    return null;
  }
}

/** Chromium's own object takes a callback and gives no promise; the polyfill and Firefox refuse a callback. */
function contentOf(request: unknown, getContent: GetContent): Promise<unknown> {
  return new Promise((resolve, reject) => {
    try {
      const given = getContent.call(request, resolve);
      if (given instanceof Promise) given.then(resolve, reject);
    } catch {
      resolve(getContent.call(request));
    }
  });
}
