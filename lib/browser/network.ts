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

interface HasContent {
  getContent(): unknown;
}

async function readAnswer(request: unknown): Promise<string | null> {
  const { getContent } = request as Partial<HasContent>;
  if (typeof getContent !== 'function') return null;
  try {
    const answer: unknown = await getContent.call(request);
    // The polyfill and Firefox answer with [content, mimeType].
    const content = Array.isArray(answer) ? answer[0] : answer;
    return typeof content === 'string' ? content : null;
  } catch {
    return null;
  }
}
