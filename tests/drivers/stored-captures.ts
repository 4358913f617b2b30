import type { Frame } from 'playwright';

/** Returns how many events each capture in the extension's database has. */
export function storedEventCounts(panel: Frame): Promise<readonly number[]> {
  return panel.evaluate<number[]>(`new Promise((done, failed) => {
    const opening = indexedDB.open('captures');
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const heads = opening.result.transaction('captures').objectStore('captures').getAll();
      heads.onsuccess = () => {
        opening.result.close();
        done(heads.result.map(({ events }) => events));
      };
    };
  })`);
}
