import { type Json, stringAt } from '#core/json/json';
import { createRedactor } from '#core/redaction/redactor';
import type { Severity } from '#core/telemetry/findings';
import { dataIndexOf, type EventKind } from '#core/telemetry/kinds';
import { truncate } from '#core/telemetry/wording';
import { formatPathPattern } from '../finding-groups';
import { redactRequest } from '../finding-report';
import { severityOrder } from '../report-texts';
import type { ReportedFinding, ReportedItem } from '../reported-finding';

/** Limit of the listed kinds. There are fewer V3 kinds, so some unknown kinds are listed, too. */
const MAX_KINDS = 30;
const MAX_SHOWN_TEXT_CHARS = 300;

/** Number of items with one `eid` or of one page. */
export interface ItemCount {
  /** The `eid` or the `pageid`. `null` for items without it. */
  readonly name: string | null;
  readonly items: number;
  readonly invalid: number;
}

/** Number of findings of one code of one rule set. */
export interface RuleCount {
  readonly ruleSet: string;
  readonly code: string;
  readonly severity: Severity;
  readonly findings: number;
}

/** Number of findings of one rule at one path of one kind. */
export interface FrequentFinding {
  readonly ruleSet: string;
  readonly code: string;
  readonly severity: Severity;
  readonly kind: EventKind | null;
  /** Dotted path, with `*` for the index of an item. */
  readonly path: string;
  readonly findings: number;
  /** The sentence of the first finding. */
  readonly message: string;
  /** The location of the first finding. */
  readonly first: Pick<ReportedItem, 'file' | 'line' | 'request'>;
}

/** The statistics of all items. */
export interface EventStats {
  readonly kinds: readonly ItemCount[];
  readonly pages: readonly ItemCount[];
  readonly rules: readonly RuleCount[];
  readonly findings: readonly FrequentFinding[];
  /** Maximum error of a count, which may be too low. 0 unless there are very many different keys. */
  readonly undercounts: { readonly kinds: number; readonly pages: number; readonly findings: number };
  /** Number of counted but unlisted kinds, pages and findings. */
  readonly unlisted: { readonly kinds: number; readonly pages: number; readonly findings: number };
}

interface CountedGroup extends Omit<FrequentFinding, 'findings'> {
  count: number;
}

/** The statistics of one block of an input. Plain data, which a worker thread can return. */
export interface StatsPart {
  readonly kinds: ReadonlyMap<string | null, { items: number; invalid: number }>;
  readonly pages: ReadonlyMap<string | null, { items: number; invalid: number }>;
  readonly findings: ReadonlyMap<string, CountedGroup>;
}

/** Counts the items of successive blocks. */
export class StatsCollector {
  #kinds = new Map<string | null, { items: number; invalid: number }>();
  #pages = new Map<string | null, { items: number; invalid: number }>();
  #findings = new Map<string, CountedGroup>();

  /** @param json the item itself; `null` if it isn't JSON. */
  add(item: ReportedItem, json: Json | null): void {
    const invalid = item.verdict === 'invalid' ? 1 : 0;
    countItem(this.#kinds, item.kind?.toUpperCase() ?? item.eid, invalid);
    countItem(this.#pages, json === null ? null : pageOfItem(json), invalid);
    for (const finding of item.findings) this.#addFinding(item, finding);
  }

  /** Adds a valid event without findings. */
  addValid(kind: EventKind, event: Json): void {
    countItem(this.#kinds, kind.toUpperCase(), 0);
    countItem(this.#pages, pageOfItem(event), 0);
  }

  /** Returns the additions since the last call. */
  take(): StatsPart {
    const part = { kinds: this.#kinds, pages: this.#pages, findings: this.#findings };
    this.#kinds = new Map();
    this.#pages = new Map();
    this.#findings = new Map();
    return part;
  }

  #addFinding({ kind, file, line, request }: ReportedItem, finding: ReportedFinding): void {
    const { ruleSet, code, severity, message } = finding;
    const path = formatPathPattern(finding.path);
    const key = JSON.stringify([severity, ruleSet, code, kind, path]);
    const group = this.#findings.get(key);
    if (group !== undefined) group.count += 1;
    else {
      const first = request === undefined ? { file, line } : { file, line, request };
      this.#findings.set(key, { ruleSet, code, severity, kind, path, message, first, count: 1 });
    }
  }
}

/** Builds statistics from all parts, in their order. Replaces secrets and personal data by pseudonyms. */
export class StatsBuilder {
  readonly #redactor = createRedactor();
  readonly #kinds = new FrequentKeys<string | null>();
  readonly #pages = new FrequentKeys<string | null>();
  readonly #rules = new FrequentKeys<Omit<RuleCount, 'findings'>>();
  readonly #findings = new FrequentKeys<Omit<FrequentFinding, 'findings'>>();

  add({ kinds, pages, findings }: StatsPart): void {
    for (const [eid, count] of kinds) this.#addItems(this.#kinds, eid, count, 'eid');
    for (const [page, count] of pages) this.#addItems(this.#pages, page, count, 'pageid');
    for (const [key, { count, ...group }] of findings) {
      const { ruleSet, code, severity } = group;
      this.#rules.add(JSON.stringify([severity, ruleSet, code]), count, 0, () => ({ ruleSet, code, severity }));
      this.#findings.add(this.#shorten(key), count, 0, () => ({
        ...group,
        path: this.#shorten(group.path),
        message: this.#shorten(group.message),
        first: redactRequest(group.first, this.#redactor),
      }));
    }
  }

  /** @param length limit of the listed pages and findings. */
  build(length: number): EventStats {
    const byRule = this.#rules.top(this.#rules.size).map(({ value, count }) => ({ ...value, findings: count }));
    return {
      kinds: listItems(this.#kinds, MAX_KINDS),
      pages: listItems(this.#pages, length),
      rules: severityOrder.flatMap((severity) => byRule.filter((rule) => rule.severity === severity)),
      findings: this.#findings.top(length).map(({ value, count }) => ({ ...value, findings: count })),
      undercounts: {
        kinds: this.#kinds.undercount,
        pages: this.#pages.undercount,
        findings: this.#findings.undercount,
      },
      unlisted: {
        kinds: Math.max(0, this.#kinds.size - MAX_KINDS),
        pages: Math.max(0, this.#pages.size - length),
        findings: Math.max(0, this.#findings.size - length),
      },
    };
  }

  #addItems(
    counts: FrequentKeys<string | null>,
    name: string | null,
    { items, invalid }: { readonly items: number; readonly invalid: number },
    field: string,
  ): void {
    const shortName = name === null ? null : this.#shorten(name, field);
    counts.add(JSON.stringify(shortName), items, invalid, () => shortName);
  }

  /** Redacts a string, then truncates it. A truncated email address would not be redacted. */
  #shorten(text: string, field?: string): string {
    return truncate(this.#redactor.text(text, field), MAX_SHOWN_TEXT_CHARS);
  }
}

function listItems(counts: FrequentKeys<string | null>, length: number): readonly ItemCount[] {
  return counts.top(length).map(({ value, count, invalid }) => ({ name: value, items: count, invalid }));
}

function countItem(
  counts: Map<string | null, { items: number; invalid: number }>,
  name: string | null,
  invalid: number,
): void {
  const current = counts.get(name);
  if (current === undefined) counts.set(name, { items: 1, invalid });
  else {
    current.items += 1;
    current.invalid += invalid;
  }
}

/** Returns the `pageid` of an event, or of the data of a call. */
function pageOfItem(json: Json): string | null {
  const page = stringAt(json, ['edata', 'pageid']);
  const method = page === null ? stringAt(json, ['method']) : null;
  return method === null ? page : stringAt(json, ['args', dataIndexOf(method), 'pageid']);
}

/** Limit of the different keys, each with an object of some hundred bytes. */
const MAX_KEYS = 10_000;

interface Counted<Value> {
  readonly value: Value;
  readonly count: number;
  /** Number of occurrences in invalid items. */
  readonly invalid: number;
}

/**
 * Counts keys in bounded memory.
 * Exact up to {@link MAX_KEYS} different keys, then approximate for the most frequent keys. At the limit, the rarer
 * half is dropped, as in lossy counting (Manku and Motwani, VLDB 2002, section 4.2).
 */
export class FrequentKeys<Value> {
  readonly #maxKeys: number;
  #entries = new Map<string, { value: Value; count: number; invalid: number; missed: number }>();
  #undercount = 0;

  constructor(maxKeys = MAX_KEYS) {
    this.#maxKeys = maxKeys;
  }

  /** Maximum error of a count, which may be too low. 0 while all keys are counted. */
  get undercount(): number {
    return this.#undercount;
  }

  /** Number of the counted keys, without those dropped at the limit. */
  get size(): number {
    return this.#entries.size;
  }

  /** @param createValue returns the value of a new key. */
  add(key: string, count: number, invalid: number, createValue: () => Value): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      entry.count += count;
      entry.invalid += invalid;
      return;
    }
    if (this.#entries.size >= this.#maxKeys) this.#dropRareKeys();
    this.#entries.set(key, { value: createValue(), count, invalid, missed: this.#undercount });
  }

  /** Returns the most frequent keys. Equally frequent keys are sorted by name. */
  top(length: number): readonly Counted<Value>[] {
    return [...this.#entries]
      .sort(([key, one], [otherKey, other]) => other.count - one.count || (key < otherKey ? -1 : 1))
      .slice(0, length)
      .map(([, { value, count, invalid }]) => ({ value, count, invalid }));
  }

  #dropRareKeys(): void {
    const maxCountOf = ({ count, missed }: { readonly count: number; readonly missed: number }) => count + missed;
    const ordered = [...this.#entries].sort(([, one], [, other]) => maxCountOf(other) - maxCountOf(one));
    const frequent = ordered.slice(0, Math.floor(this.#maxKeys / 2));
    const first = ordered[frequent.length]?.[1];
    if (first !== undefined) this.#undercount = Math.max(this.#undercount, maxCountOf(first));
    this.#entries = new Map(frequent);
  }
}
