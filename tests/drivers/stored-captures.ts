import type { Frame, Page } from 'playwright';

/** Returns how many events each capture in the extension's database has. */
export function storedEventCounts(page: Frame | Page): Promise<readonly number[]> {
  return page.evaluate<number[]>(`new Promise((done, failed) => {
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
