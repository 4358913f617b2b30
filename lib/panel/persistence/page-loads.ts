import { isJsonObject } from '#core/json/json';

/** How long a navigation and the new page's first word belong together, in milliseconds. */
const SAME_LOAD_MS = 2_000;

export interface PageLoads {
  /** Documents that an earlier panel already knew. */
  know(documentKeys: readonly string[]): void;
  /** The document of the top frame says its first word. */
  arrived(documentKey: string): void;
  /** DevTools reported after that row that the top frame has another document. */
  navigated(at: number, lastRow: number): void;
}

/**
 * Tells once per page load that a new page begins.
 * Either of the two witnesses may come first: the page itself, before any of its events, or DevTools, which also tells
 * of pages that are not watched. `lastRow` is the last row of the page before, where that is known.
 */
export function createPageLoads(now: () => number, onNewPage: (lastRow?: number) => void): PageLoads {
  const seen = new Set<string>();
  let arrivedAt = Number.NEGATIVE_INFINITY;
  return {
    know(documentKeys) {
      for (const documentKey of documentKeys) seen.add(documentKey);
    },
    arrived(documentKey) {
      if (seen.has(documentKey)) return;
      seen.add(documentKey);
      arrivedAt = now();
      // Also right after DevTools reported it: the previous page may have reported in between.
      onNewPage();
    },
    navigated(at, lastRow) {
      const isToldOf = Math.abs(at - arrivedAt) < SAME_LOAD_MS;
      arrivedAt = Number.NEGATIVE_INFINITY;
      if (!isToldOf) onNewPage(lastRow);
    },
  };
}

/** The key of a document of the top frame in its relay's first word; null for anything else. */
export function topDocumentKey(frameId: number, message: unknown): string | null {
  if (frameId !== 0 || !isJsonObject(message) || message.type !== 'document') return null;
  return typeof message.documentKey === 'string' ? message.documentKey : null;
}
