import { topDocumentKey } from '#panel/persistence/page-loads';
import type { RelayConnection } from './documents';

/** Detects page loads by the documents of the top frame, where the browser reports none. */
export interface TopDocuments {
  /** Whatever a relay of the tab says. */
  handleMessage(connection: Pick<RelayConnection, 'frameId' | 'url'>, message: unknown): void;
}

/**
 * Calls back with the address of each page that takes the place of the one before.
 * The first was there already.
 */
export function createTopDocuments(onNavigated: (url: string) => void): TopDocuments {
  let current: string | null = null;
  return {
    handleMessage({ frameId, url }, message) {
      const arrived = topDocumentKey(frameId, message);
      if (arrived === null || arrived === current) return;
      const isFirst = current === null;
      current = arrived;
      if (!isFirst) onNavigated(url);
    },
  };
}
