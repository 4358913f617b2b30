import type { NavigationMark } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';

/**
 * Navigation marks, each with the number of events that were lost with the previous page.
 * A document belongs to the first mark after its last event: rows of the next page may precede the mark. A record costs
 * O(log marks), and marks that are added together are counted once.
 */
export interface UnloadLosses {
  /** Mutated in place by `add` and `update`. */
  readonly marks: readonly NavigationMark[];
  /** Counts a record, instead of its earlier state. */
  count(record: JudgedRecord, before: JudgedRecord | null): void;
  add(added: readonly NavigationMark[]): void;
  /** Writes new counts into the marks. Returns whether any mark has changed. */
  update(): boolean;
}

interface DocumentLosses {
  /** Time of its last event, epoch milliseconds. */
  last: number;
  lost: number;
  /** Index of the mark that the document belongs to, or `null` if there is none yet. */
  mark: number | null;
}

export function createUnloadLosses(): UnloadLosses {
  const marks: NavigationMark[] = [];
  /** By mark: the latest time of all marks up to it. Sorted, for a binary search. */
  const latest: number[] = [];
  const lostBefore: number[] = [];
  const changed = new Set<number>();
  const documents = new Map<string, DocumentLosses>();
  /** Documents with losses that belong to no mark yet. */
  const unassigned = new Set<DocumentLosses>();

  const documentOf = (key: string): DocumentLosses => {
    const known = documents.get(key);
    if (known) return known;
    const created = { last: 0, lost: 0, mark: null };
    documents.set(key, created);
    return created;
  };
  const countAt = (mark: number, lost: number): void => {
    lostBefore[mark] = (lostBefore[mark] ?? 0) + lost;
    changed.add(mark);
  };
  const assign = (document: DocumentLosses): void => {
    const mark = firstAtLeast(latest, document.last);
    document.mark = mark;
    if (mark === null) unassigned.add(document);
    else {
      unassigned.delete(document);
      countAt(mark, document.lost);
    }
  };
  const change = (document: DocumentLosses, last: number, lost: number): void => {
    if (last === document.last && lost === document.lost) return;
    if (document.mark !== null) countAt(document.mark, -document.lost);
    unassigned.delete(document);
    document.mark = null;
    document.last = last;
    document.lost = lost;
    if (lost > 0) assign(document);
  };

  return {
    marks,
    count({ documentKey, at, lost }, before) {
      if (before?.lost) {
        const former = documentOf(before.documentKey);
        change(former, former.last, former.lost - 1);
      }
      const document = documentOf(documentKey);
      change(document, Math.max(document.last, at), document.lost + Number(lost));
    },
    add(added) {
      for (const mark of added) {
        const latestBefore = latest.at(-1) ?? Number.NEGATIVE_INFINITY;
        latest.push(mark.isSameDocument ? latestBefore : Math.max(mark.at, latestBefore));
        lostBefore.push(0);
        changed.add(marks.length);
        marks.push(mark);
      }
      for (const document of unassigned) assign(document);
    },
    update() {
      let isAnyOther = false;
      for (const index of changed) {
        const mark = marks[index];
        const lost = lostBefore[index] ?? 0;
        if (!mark || lost === (mark.lostBefore ?? 0)) continue;
        marks[index] = { ...mark, lostBefore: lost };
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
