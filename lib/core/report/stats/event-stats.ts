import { type Json, stringAt } from '#core/json/json';
import { createRedactor } from '#core/redaction/redactor';
import type { Severity } from '#core/telemetry/findings';
import { dataIndexOf, type EventKind } from '#core/telemetry/kinds';
import { truncate } from '#core/telemetry/wording';
import { formatPathPattern } from '../finding-groups';
import { severityOrder } from '../report-texts';
import type { ReportedFinding, ReportedItem } from '../reported-finding';

/** All kinds, and some that are none. */
const MAX_KINDS = 30;
/** Limit of the shown part of an event's text. */
const MAX_TEXT_CHARS = 300;

/** How many items there are of one `eid`, or of one page. */
export interface ItemCount {
  /** An `eid`, or a `pageid`. `null` for what has none. */
  readonly name: string | null;
  readonly items: number;
  readonly invalid: number;
}

/** How many findings there are of one code of one rule set. */
export interface RuleCount {
  readonly ruleSet: string;
  readonly code: string;
  readonly severity: Severity;
  readonly findings: number;
}

/** How many findings there are of one rule at one path of one kind. */
export interface FrequentFinding {
  readonly ruleSet: string;
  readonly code: string;
  readonly severity: Severity;
  readonly kind: EventKind | null;
  /** Dotted, with `*` for the index of an item. */
  readonly path: string;
  readonly findings: number;
  /** The sentence of the first of them. */
  readonly message: string;
  /** Location of the first of them. */
  readonly first: Pick<ReportedItem, 'file' | 'line' | 'request'>;
}

/** The statistics of all items. */
export interface EventStats {
  readonly kinds: readonly ItemCount[];
  readonly pages: readonly ItemCount[];
  readonly rules: readonly RuleCount[];
  readonly findings: readonly FrequentFinding[];
  /** By how much a count of a page or a finding can be too low; 0 unless there are very many different ones. */
  readonly undercounts: { readonly kinds: number; readonly pages: number; readonly findings: number };
  /** How many more there are than are listed, of those that are counted. */
  readonly unlisted: { readonly kinds: number; readonly pages: number; readonly findings: number };
}

interface FoundGroup extends Omit<FrequentFinding, 'findings'> {
  count: number;
}

/** The statistics of one block of an input. Plain data, so that a worker thread can return it. */
export interface StatsPart {
  readonly kinds: ReadonlyMap<string | null, { items: number; invalid: number }>;
  readonly pages: ReadonlyMap<string | null, { items: number; invalid: number }>;
  readonly findings: ReadonlyMap<string, FoundGroup>;
}

/** Counts the items of one block after another. */
export class StatsCollector {
  #kinds = new Map<string | null, { items: number; invalid: number }>();
  #pages = new Map<string | null, { items: number; invalid: number }>();
  #findings = new Map<string, FoundGroup>();

  /** @param json the item itself; `null` if it could not be read. */
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

/** Makes the statistics of all parts, in their order. Replaces secrets and people by pseudonyms. */
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
      }));
    }
  }

  /** @param length how many pages and findings are listed. */
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
    const shown = name === null ? null : this.#shorten(name, field);
    counts.add(JSON.stringify(shown), items, invalid, () => shown);
  }

  /** Redacts before it truncates: half of an address is no address any more. */
  #shorten(text: string, field?: string): string {
    return truncate(this.#redactor.text(text, field), MAX_TEXT_CHARS);
  }
}

function listItems(counts: FrequentKeys<string | null>, length: number): readonly ItemCount[] {
  return counts.top(length).map(({ value, count, marked }) => ({ name: value, items: count, invalid: marked }));
}

function countItem(
  counts: Map<string | null, { items: number; invalid: number }>,
  name: string | null,
  invalid: number,
): void {
  const known = counts.get(name);
  if (known === undefined) counts.set(name, { items: 1, invalid });
  else {
    known.items += 1;
    known.invalid += invalid;
  }
}

/** The `pageid` of an event, or of the data of a call. */
function pageOfItem(json: Json): string | null {
  const page = stringAt(json, ['edata', 'pageid']);
  const method = page === null ? stringAt(json, ['method']) : null;
  return method === null ? page : stringAt(json, ['args', dataIndexOf(method), 'pageid']);
}

/** Different keys that are counted at once, a key and an object of some hundred bytes each. */
const MAX_KEYS = 10_000;

interface Counted<Value> {
  readonly value: Value;
  readonly count: number;
  /** Occurrences of an entry that were also marked. */
  readonly marked: number;
}

/**
 * Counts keys in bounded memory: exactly up to {@link MAX_KEYS} different keys, else the most frequent ones.
 * Where there are more, the rarer half is forgotten, as in lossy counting (Manku and Motwani, VLDB 2002, section 4.2).
 */
export class FrequentKeys<Value> {
  readonly #maxKeys: number;
  #entries = new Map<string, { value: Value; count: number; marked: number; missed: number }>();
  #undercount = 0;

  constructor(maxKeys = MAX_KEYS) {
    this.#maxKeys = maxKeys;
  }

  /** By how much any count can be too low; 0 while all keys are counted. */
  get undercount(): number {
    return this.#undercount;
  }

  /** How many different keys are counted now. */
  get size(): number {
    return this.#entries.size;
  }

  /** @param makeValue returns the value of a new key. */
  add(key: string, count: number, marked: number, makeValue: () => Value): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      entry.count += count;
      entry.marked += marked;
      return;
    }
    if (this.#entries.size >= this.#maxKeys) this.#forgetRareKeys();
    this.#entries.set(key, { value: makeValue(), count, marked, missed: this.#undercount });
  }

  /** Returns the most frequent keys; equally frequent ones by their names. */
  top(length: number): readonly Counted<Value>[] {
    return [...this.#entries]
      .sort(([key, one], [otherKey, other]) => other.count - one.count || (key < otherKey ? -1 : 1))
      .slice(0, length)
      .map(([, { value, count, marked }]) => ({ value, count, marked }));
  }

  #forgetRareKeys(): void {
    const most = ({ count, missed }: { readonly count: number; readonly missed: number }) => count + missed;
    const ordered = [...this.#entries].sort(([, one], [, other]) => most(other) - most(one));
    const frequent = ordered.slice(0, Math.floor(this.#maxKeys / 2));
    const first = ordered[frequent.length]?.[1];
    if (first !== undefined) this.#undercount = Math.max(this.#undercount, most(first));
    this.#entries = new Map(frequent);
  }
}
