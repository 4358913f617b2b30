import { isJsonObject } from '#core/json/json';

/** A navigation and the first report of a new page within this time are one page load. */
const SAME_LOAD_MS = 2_000;

export interface PageLoads {
  /** Adds documents that an earlier panel already observed. */
  addObserved(documentKeys: readonly string[]): void;
  /** Call with the first report of a document of the top frame. */
  handleDocument(documentKey: string): void;
  /**
   * Call when DevTools reports another document in the top frame.
   * `lastRow` is the row before the report.
   */
  handleNavigation(at: number, lastRow: number): void;
}

/**
 * Calls `onNewPage` once per page load.
 * Either source may report first: the page itself, before any of its events, or DevTools, which also reports pages that
 * are not watched. `lastRow` is the last row of the previous page, if it is known.
 */
export function createPageLoads(now: () => number, onNewPage: (lastRow?: number) => void): PageLoads {
  const observedKeys = new Set<string>();
  let arrivedAt = Number.NEGATIVE_INFINITY;
  return {
    addObserved(documentKeys) {
      for (const documentKey of documentKeys) observedKeys.add(documentKey);
    },
    handleDocument(documentKey) {
      if (observedKeys.has(documentKey)) return;
      observedKeys.add(documentKey);
      arrivedAt = now();
      // Called even right after DevTools reported the page, because the previous page may have reported in between.
      onNewPage();
    },
    handleNavigation(at, lastRow) {
      const isReported = Math.abs(at - arrivedAt) < SAME_LOAD_MS;
      arrivedAt = Number.NEGATIVE_INFINITY;
      if (!isReported) onNewPage(lastRow);
    },
  };
}

/** Returns the document key of a top frame's first message, or `null` for any other message. */
export function topDocumentKey(frameId: number, message: unknown): string | null {
  if (frameId !== 0 || !isJsonObject(message) || message.type !== 'document') return null;
  return typeof message.documentKey === 'string' ? message.documentKey : null;
}
