import type { Navigation } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';

/**
 * Navigations, each with the number of events that were lost with the previous page.
 * A document belongs to the first navigation after its last event: rows of the next page may precede the navigation.
 * A record costs O(log navigations), and navigations that are added together are counted once.
 */
export interface UnloadLosses {
  /** Mutated in place by `add` and `update`. */
  readonly navigations: readonly Navigation[];
  /** Counts a record, instead of its earlier state. */
  count(record: JudgedRecord, before: JudgedRecord | null): void;
  add(added: readonly Navigation[]): void;
  /** Writes new counts into the navigations. Returns whether any navigation has changed. */
  update(): boolean;
}

interface DocumentLosses {
  /** Time of its last event, epoch milliseconds. */
  last: number;
  lost: number;
  /** Index of the navigation that the document belongs to, or `null` if there is none yet. */
  navigation: number | null;
}

export function createUnloadLosses(): UnloadLosses {
  const navigations: Navigation[] = [];
  /** By navigation: the latest time of all navigations up to it. Sorted, for a binary search. */
  const latest: number[] = [];
  const lostBefore: number[] = [];
  const changed = new Set<number>();
  const documents = new Map<string, DocumentLosses>();
  /** Documents with losses that belong to no navigation yet. */
  const unassigned = new Set<DocumentLosses>();

  const documentOf = (key: string): DocumentLosses => {
    const known = documents.get(key);
    if (known) return known;
    const created = { last: 0, lost: 0, navigation: null };
    documents.set(key, created);
    return created;
  };
  const countAt = (navigation: number, lost: number): void => {
    lostBefore[navigation] = (lostBefore[navigation] ?? 0) + lost;
    changed.add(navigation);
  };
  const assign = (document: DocumentLosses): void => {
    const navigation = firstAtLeast(latest, document.last);
    document.navigation = navigation;
    if (navigation === null) unassigned.add(document);
    else {
      unassigned.delete(document);
      countAt(navigation, document.lost);
    }
  };
  const change = (document: DocumentLosses, last: number, lost: number): void => {
    if (last === document.last && lost === document.lost) return;
    if (document.navigation !== null) countAt(document.navigation, -document.lost);
    unassigned.delete(document);
    document.navigation = null;
    document.last = last;
    document.lost = lost;
    if (lost > 0) assign(document);
  };

  return {
    navigations,
    count({ documentKey, at, lost }, before) {
      if (before?.lost) {
        const former = documentOf(before.documentKey);
        change(former, former.last, former.lost - 1);
      }
      const document = documentOf(documentKey);
      change(document, Math.max(document.last, at), document.lost + Number(lost));
    },
    add(added) {
      for (const navigation of added) {
        const latestBefore = latest.at(-1) ?? Number.NEGATIVE_INFINITY;
        latest.push(navigation.isSameDocument ? latestBefore : Math.max(navigation.at, latestBefore));
        lostBefore.push(0);
        changed.add(navigations.length);
        navigations.push(navigation);
      }
      for (const document of unassigned) assign(document);
    },
    update() {
      let isAnyOther = false;
      for (const index of changed) {
        const navigation = navigations[index];
        const lost = lostBefore[index] ?? 0;
        if (!navigation || lost === (navigation.lostBefore ?? 0)) continue;
        navigations[index] = { ...navigation, lostBefore: lost };
        isAnyOther = true;
      }
      changed.clear();
      return isAnyOther;
    },
  };
}

/** Index of the first number that is at least `least`, or `null`. The numbers are in ascending order. */
function firstAtLeast(rising: readonly number[], least: number): number | null {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) >= least) high = middle;
    else low = middle + 1;
  }
  return low < rising.length ? low : null;
}
