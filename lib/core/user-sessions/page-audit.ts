import { SESSION_RULE_SET } from '#core/telemetry/findings';
import type { FindingJournal } from './finding-journal';
import type { SessionEvent } from './session-event';

/** Rows that a finding names. */
const MAX_ROWS = 10;

type Rows = readonly [number, ...number[]];

export interface PageState {
  readonly impressed: ReadonlySet<string>;
  readonly unseen: ReadonlyMap<string, Rows>;
}

/** Finds INTERACT events on pages that have no IMPRESSION in their app session. */
export class PageAudit {
  readonly #journal: FindingJournal;
  #impressed = new Set<string>();
  /** Rows of INTERACT events by their pages, which have no IMPRESSION. */
  #unseen = new Map<string, Rows>();
  /** Whether a state has them, which must not change. */
  #isSaved = false;

  constructor(journal: FindingJournal) {
    this.#journal = journal;
  }

  /** Number of pages. */
  get size(): number {
    return this.#impressed.size + this.#unseen.size;
  }

  /** Takes constant time: pages are copied when they change. */
  save(): PageState {
    this.#isSaved = true;
    return { impressed: this.#impressed, unseen: this.#unseen };
  }

  restore({ impressed, unseen }: PageState): void {
    this.#impressed = new Set(impressed);
    this.#unseen = new Map(unseen);
    this.#isSaved = false;
  }

  /** Forgets the pages. What was found of them stays. */
  clear(): void {
    this.restore(NO_PAGES);
  }

  add({ eid, pageId, row }: SessionEvent): void {
    if (pageId === null || pageId === '') return;
    if (eid === 'IMPRESSION') {
      if (this.#impressed.has(pageId)) return;
      this.#copySaved();
      this.#impressed.add(pageId);
      const [first] = this.#unseen.get(pageId) ?? [];
      if (first !== undefined) this.#journal.delete('page-not-impressed', first);
      this.#unseen.delete(pageId);
    } else if (eid === 'INTERACT' && !this.#impressed.has(pageId)) this.#addUnseen(pageId, row);
  }

  #addUnseen(page: string, row: number): void {
    const known = this.#unseen.get(page);
    if (known !== undefined && known.length >= MAX_ROWS) return;
    const rows: Rows = known === undefined ? [row] : [...known, row];
    this.#copySaved();
    this.#unseen.set(page, rows);
    this.#journal.set({
      ruleSet: SESSION_RULE_SET,
      severity: 'warning',
      code: 'page-not-impressed',
      path: ['edata', 'pageid'],
      params: { reason: 'page-not-impressed', page },
      rows,
    });
  }

  #copySaved(): void {
    if (this.#isSaved) this.restore({ impressed: this.#impressed, unseen: this.#unseen });
  }
}

const NO_PAGES: PageState = { impressed: new Set(), unseen: new Map() };
