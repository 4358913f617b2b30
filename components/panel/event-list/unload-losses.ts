import type { EpochMilliseconds, Navigation } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';

/**
 * Navigations, each with the number of events that were lost with the previous page.
 * A document belongs to the first navigation after its last event, because rows of the next page may precede that
 * navigation. A record costs O(log navigations), and navigations that are added together are counted once.
 */
export interface UnloadLosses {
  /** Mutated in place by `add` and `update`. */
  readonly navigations: readonly Navigation[];
  /** Counts a record in place of its earlier state. */
  count(record: JudgedRecord, before: JudgedRecord | null): void;
  add(added: readonly Navigation[]): void;
  /** Writes new counts into the navigations. Returns whether any navigation has changed. */
  update(): boolean;
}

interface DocumentLosses {
  /** Time of the document's last event. */
  lastAt: EpochMilliseconds;
  lostCount: number;
  /** The navigation that the document belongs to, or `null` if there is none yet. */
  navigationIndex: number | null;
}

export function createUnloadLosses(): UnloadLosses {
  const navigations: Navigation[] = [];
  /** By navigation: the latest time of all navigations up to it. Sorted, for a binary search. */
  const latestTimes: number[] = [];
  const lostBefore: number[] = [];
  const changedIndexes = new Set<number>();
  const documents = new Map<string, DocumentLosses>();
  /** Documents with losses that belong to no navigation yet. */
  const unassigned = new Set<DocumentLosses>();

  const documentOf = (key: string): DocumentLosses => {
    const existing = documents.get(key);
    if (existing) return existing;
    const created = { lastAt: 0, lostCount: 0, navigationIndex: null };
    documents.set(key, created);
    return created;
  };
  const addLosses = (navigationIndex: number, lostCount: number): void => {
    lostBefore[navigationIndex] = (lostBefore[navigationIndex] ?? 0) + lostCount;
    changedIndexes.add(navigationIndex);
  };
  const assign = (document: DocumentLosses): void => {
    const navigationIndex = findFirstAtLeast(latestTimes, document.lastAt);
    document.navigationIndex = navigationIndex;
    if (navigationIndex === null) unassigned.add(document);
    else {
      unassigned.delete(document);
      addLosses(navigationIndex, document.lostCount);
    }
  };
  const updateDocument = (document: DocumentLosses, lastAt: number, lostCount: number): void => {
    if (lastAt === document.lastAt && lostCount === document.lostCount) return;
    if (document.navigationIndex !== null) addLosses(document.navigationIndex, -document.lostCount);
    unassigned.delete(document);
    document.navigationIndex = null;
    document.lastAt = lastAt;
    document.lostCount = lostCount;
    if (lostCount > 0) assign(document);
  };

  return {
    navigations,
    count({ documentKey, at, lost }, before) {
      if (before?.lost) {
        const previous = documentOf(before.documentKey);
        updateDocument(previous, previous.lastAt, previous.lostCount - 1);
      }
      const document = documentOf(documentKey);
      updateDocument(document, Math.max(document.lastAt, at), document.lostCount + Number(lost));
    },
    add(added) {
      for (const navigation of added) {
        const latestBefore = latestTimes.at(-1) ?? Number.NEGATIVE_INFINITY;
        latestTimes.push(navigation.isSameDocument ? latestBefore : Math.max(navigation.at, latestBefore));
        lostBefore.push(0);
        changedIndexes.add(navigations.length);
        navigations.push(navigation);
      }
      for (const document of unassigned) assign(document);
    },
    update() {
      let hasChanged = false;
      for (const index of changedIndexes) {
        const navigation = navigations[index];
        const lost = lostBefore[index] ?? 0;
        if (!navigation || lost === (navigation.lostBefore ?? 0)) continue;
        navigations[index] = { ...navigation, lostBefore: lost };
        hasChanged = true;
      }
      changedIndexes.clear();
      return hasChanged;
    },
  };
}

/** Returns the index of the first number that is at least `min`, or `null`. The numbers are in ascending order. */
function findFirstAtLeast(numbers: readonly number[], min: number): number | null {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) >= min) high = middle;
    else low = middle + 1;
  }
  return low < numbers.length ? low : null;
}
