import { topDocumentKey } from '#panel/persistence/page-loads';
import type { RelayConnection } from './documents';

/** Detects page loads by the documents of the top frame, for panels without navigation events. */
export interface TopDocuments {
  /** Call with every message of a relay of the tab, unparsed. */
  handleMessage(connection: Pick<RelayConnection, 'frameId' | 'url'>, message: unknown): void;
}

/**
 * Calls back with the URL of each page that replaces the previous one.
 * The page that is loaded when the panel opens is not reported.
 */
export function createTopDocuments(onNavigated: (url: string) => void): TopDocuments {
  let current: string | null = null;
  return {
    handleMessage({ frameId, url }, message) {
      const documentKey = topDocumentKey(frameId, message);
      if (documentKey === null || documentKey === current) return;
      const isFirst = current === null;
      current = documentKey;
      if (!isFirst) onNavigated(url);
    },
  };
}
