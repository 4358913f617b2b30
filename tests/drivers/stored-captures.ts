import type { Frame, Page } from 'playwright';

/** Reads the number of events of each capture in the extension's database. */
export function readStoredEventCounts(page: Frame | Page): Promise<readonly number[]> {
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

/**
 * Adds a part to the only stored capture with events, as its panel does before it commits the part.
 * Returns a function that counts the parts of the capture.
 */
export async function putUncommittedPart(page: Frame | Page): Promise<() => Promise<number>> {
  await page.evaluate(
    partsScript(`const part = head.throughPart + 1;
      parts.put({ capture: head.key, part, lastRow: 0, text: '[]' }).onsuccess = () => done();`),
  );
  return () =>
    page.evaluate<number>(
      partsScript(`const range = IDBKeyRange.bound([head.key, 0], [head.key, Number.MAX_SAFE_INTEGER]);
      parts.count(range).onsuccess = ({ target }) => done(target.result);`),
    );
}

/** Returns an expression that runs a script with `head`, `parts` and `done`, and evaluates to the value of `done`. */
function partsScript(script: string): string {
  return `new Promise((done, failed) => {
    const opening = indexedDB.open('captures');
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(['captures', 'parts'], 'readwrite');
      transaction.oncomplete = () => opening.result.close();
      const parts = transaction.objectStore('parts');
      transaction.objectStore('captures').getAll().onsuccess = ({ target }) => {
        const head = target.result.find(({ events }) => events > 0);
        ${script}
      };
    };
  })`;
}
