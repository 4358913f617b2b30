import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { createRedactor, type Redactor } from '#core/redaction/redactor';
import type { Severity } from '#core/telemetry/findings';
import { truncate } from '#core/telemetry/wording';
import type { ReportedFates } from './reported-fates';
import type { RelatedItem, ReportedFate, ReportedFinding, ReportedItem } from './reported-finding';
import type { ReportedSessions, SessionList } from './reported-sessions';

/** Limit of the listed findings of one code; further ones are counted. */
export const MAX_LISTED_PER_CODE = 1_000;
/** Limit of an item's source in a report; longer JSON is truncated. */
const MAX_SOURCE_CHARS = 10_000;
/** Limit of the sources of all items in a report; further ones have none. */
const MAX_SOURCES_CHARS = 8_000_000;

/** The tool that wrote a report. */
interface ReportTool {
  readonly name: string;
  readonly version: string;
  /** URL of a page about it. */
  readonly homepage: string;
}

/** The tool that wrote a report, the time, and the applied rule sets. */
export interface ReportHeader {
  readonly tool: ReportTool;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** The names of the applied rule sets. */
  readonly ruleSets: readonly string[];
}

/** Number of findings of one code of one rule set. */
export interface FindingCount {
  readonly ruleSet: string;
  readonly code: string;
  readonly severity: Severity;
  readonly count: number;
}

/** Numbers of items and findings. Findings of the baseline count in `known` only. */
export interface ReportTotals {
  readonly items: number;
  readonly verdicts: Readonly<Record<ReportedItem['verdict'], number>>;
  readonly severities: Readonly<Record<Severity, number>>;
  readonly known: number;
}

/** An item with the findings that are listed, and its JSON. */
export interface ListedItem extends ReportedItem {
  /**
   * Indented JSON, redacted and truncated.
   * `null` if the item isn't JSON, or beyond the limit of all sources.
   */
  readonly source: string | null;
}

/** The contents of a report, in each of its formats. */
export interface FindingReport extends ReportHeader {
  readonly totals: ReportTotals;
  readonly counts: readonly FindingCount[];
  readonly items: readonly ListedItem[];
  /** The fates of all items behind the collector. Absent unless requested. */
  readonly fates?: ReportedFates;
  /** User sessions. Absent unless requested. */
  readonly sessions?: ReportedSessions;
}

/** The report of one block of an input. Plain data, which a worker thread can return. */
export interface ReportPart {
  readonly totals: ReportTotals;
  readonly counts: readonly FindingCount[];
  readonly listed: readonly { readonly item: ReportedItem; readonly json: Json | null }[];
}

/** Collects items with findings. Lists at most {@link MAX_LISTED_PER_CODE} findings of a code. */
export class ReportCollector {
  readonly #quota = new ListQuota();
  /** Lists whose findings are all beyond the limits. */
  readonly #full = new WeakSet<ReportedItem['findings']>();
  #tally = new Tally();
  #listed: { item: ReportedItem; json: Json | null }[] = [];

  /** @param readJson returns the item itself; `null` if it isn't JSON. Called for listed items only. */
  add(item: ReportedItem, readJson: () => Json | null): void {
    this.#tally.addItem(item);
    if (this.#full.has(item.findings)) return;
    const findings = this.#quota.take(item.findings);
    if (findings.length > 0)
      this.#listed.push({ item: findings === item.findings ? item : { ...item, findings }, json: readJson() });
    else this.#full.add(item.findings);
  }

  /** Adds a valid item without findings. */
  addValid(): void {
    this.#tally.addValid();
  }

  /** Returns the additions since the last call. */
  take(): ReportPart {
    const part = { ...this.#tally.result(), listed: this.#listed };
    this.#tally = new Tally();
    this.#listed = [];
    return part;
  }
}

/** Builds one report from parts, in the order in which they are added. Replaces secrets by pseudonyms. */
export class ReportBuilder {
  readonly #header: ReportHeader;
  readonly #quota = new ListQuota();
  readonly #redactor = createRedactor();
  readonly #tally = new Tally();
  readonly #items: ListedItem[] = [];
  /** Caches of redacted values, because many items share a finding, a list of findings, or their JSON. */
  readonly #redacted = new WeakMap<ReportedFinding, ReportedFinding>();
  readonly #redactedLists = new WeakMap<readonly ReportedFinding[], readonly ReportedFinding[]>();
  readonly #sources = new WeakMap<JsonObject, string>();
  #sourceChars = 0;

  readonly #pathOf: (file: string) => string;

  /** @param pathOf returns the path of a file in the report. */
  constructor(header: ReportHeader, pathOf: (file: string) => string = (file) => file) {
    this.#header = header;
    this.#pathOf = pathOf;
  }

  add({ totals, counts, listed }: ReportPart): void {
    this.#tally.add(totals, counts);
    for (const { item, json } of listed) {
      const findings = this.#quota.take(item.findings);
      if (findings.length === 0) continue;
      this.#items.push({
        ...redactHead(item, this.#redactor),
        file: this.#pathOf(item.file),
        findings: this.#redactFindings(findings),
        source: this.#source(json),
      });
    }
  }

  build(fates?: ReportedFates, sessions?: SessionList): FindingReport {
    return {
      ...this.#header,
      ...this.#tally.result(),
      items: this.#items,
      ...(fates === undefined ? {} : { fates }),
      ...(sessions === undefined ? {} : { sessions: sessions.build(this.#redactor, this.#pathOf) }),
    };
  }

  #redactFindings(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
    const known = this.#redactedLists.get(findings);
    if (known !== undefined) return known;
    const redacted = findings.map((finding) => this.#redactFinding(finding));
    this.#redactedLists.set(findings, redacted);
    return redacted;
  }

  #redactFinding(finding: ReportedFinding): ReportedFinding {
    const known = this.#redacted.get(finding);
    if (known !== undefined) return known;
    const redacted = redactFinding(finding, this.#redactor);
    const { related } = redacted;
    const withPaths =
      related === undefined
        ? redacted
        : { ...redacted, related: related.map((item) => ({ ...item, file: this.#pathOf(item.file) })) };
    this.#redacted.set(finding, withPaths);
    return withPaths;
  }

  #source(json: Json | null): string | null {
    if (json === null || this.#sourceChars >= MAX_SOURCES_CHARS) return null;
    const known = isJsonObject(json) ? this.#sources.get(json) : undefined;
    const source = known ?? truncate(JSON.stringify(this.#redactor.json(json), null, 2), MAX_SOURCE_CHARS);
    if (known === undefined && isJsonObject(json)) this.#sources.set(json, source);
    this.#sourceChars += source.length;
    return source;
  }
}

/** Creates a report of items that are all in memory. */
export function createReport(
  header: ReportHeader,
  items: Iterable<{ readonly item: ReportedItem; readonly json: Json | null }>,
): FindingReport {
  const collector = new ReportCollector();
  for (const { item, json } of items) collector.add(item, () => json);
  const builder = new ReportBuilder(header);
  builder.add(collector.take());
  return builder.build();
}

/** Returns the numbers of unlisted findings by code. */
export function countUnlisted({ counts, items }: Pick<FindingReport, 'counts' | 'items'>): readonly FindingCount[] {
  const listed = new Map<string, number>();
  for (const { findings } of items) {
    for (const finding of findings) {
      const key = keyOfShared(finding);
      listed.set(key, (listed.get(key) ?? 0) + 1);
    }
  }
  return counts
    .map((count) => ({ ...count, count: count.count - (listed.get(countKey(count)) ?? 0) }))
    .filter(({ count }) => count > 0);
}

class Tally {
  #items = 0;
  #known = 0;
  readonly #verdicts = { valid: 0, invalid: 0, unknown: 0 };
  readonly #severities = { error: 0, warning: 0, info: 0 };
  /** Number of items by list of findings. Items with the same list are counted by code once, at the end. */
  readonly #lists = new Map<ReportedItem['findings'], number>();
  readonly #counts = new Map<string, { -readonly [Key in keyof FindingCount]: FindingCount[Key] }>();

  addItem({ verdict, findings }: ReportedItem): void {
    this.#items += 1;
    this.#verdicts[verdict] += 1;
    if (findings.length > 0) this.#lists.set(findings, (this.#lists.get(findings) ?? 0) + 1);
  }

  #addLists(): void {
    for (const [findings, items] of this.#lists) {
      for (const finding of findings) {
        if (finding.known) this.#known += items;
        else this.#addFindings(finding, items, keyOfShared(finding));
      }
    }
    this.#lists.clear();
  }

  addValid(): void {
    this.#items += 1;
    this.#verdicts.valid += 1;
  }

  add({ items, known, verdicts }: ReportTotals, counts: readonly FindingCount[]): void {
    this.#items += items;
    this.#known += known;
    for (const verdict of ['valid', 'invalid', 'unknown'] as const) this.#verdicts[verdict] += verdicts[verdict];
    for (const count of counts) this.#addFindings(count, count.count, countKey(count));
  }

  #addFindings(counted: CountedFinding, count: number, key: string): void {
    const { ruleSet, code, severity } = counted;
    this.#severities[severity] += count;
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { ruleSet, code, severity, count });
    else known.count += count;
  }

  result(): Pick<FindingReport, 'totals' | 'counts'> {
    this.#addLists();
    const { error, warning, info } = this.#severities;
    return {
      totals: {
        items: this.#items,
        verdicts: { ...this.#verdicts },
        severities: { error, warning, info },
        known: this.#known,
      },
      counts: [...this.#counts.values()],
    };
  }
}

type CountedFinding = Pick<FindingCount, 'ruleSet' | 'code' | 'severity'>;

function countKey({ ruleSet, code, severity }: CountedFinding): string {
  return `${severity} ${ruleSet}/${code}`;
}

const countKeys = new WeakMap<ReportedFinding, string>();

/** Returns the cached key of a finding that many items share. */
function keyOfShared(finding: ReportedFinding): string {
  const known = countKeys.get(finding);
  if (known !== undefined) return known;
  const key = countKey(finding);
  countKeys.set(finding, key);
  return key;
}

/** Limits the listed findings of each code. */
class ListQuota {
  readonly #taken = new Map<string, number>();
  /**
   * The last result by list.
   * The quota of a code only shrinks, so a result of equal length is the same.
   */
  readonly #parts = new WeakMap<readonly ReportedFinding[], readonly ReportedFinding[]>();

  /** Returns the findings within the quota. Items with a shared list get a shared result if possible. */
  take(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
    const listed = findings.filter(({ known, code }) => !known && this.#takeOne(code));
    if (listed.length === findings.length) return findings;
    const part = this.#parts.get(findings);
    if (part?.length === listed.length) return part;
    this.#parts.set(findings, listed);
    return listed;
  }

  #takeOne(code: string): boolean {
    const count = this.#taken.get(code) ?? 0;
    if (count < MAX_LISTED_PER_CODE) this.#taken.set(code, count + 1);
    return count < MAX_LISTED_PER_CODE;
  }
}

/** Replaces secrets and personal data of an item. The name of its file is not changed. */
export function redactItem(item: ReportedItem, redactor: Redactor): ReportedItem {
  return {
    ...redactHead(item, redactor),
    findings: item.findings.map((finding) => redactFinding(finding, redactor)),
  };
}

function redactHead(item: ReportedItem, redactor: Redactor): ReportedItem {
  const { fate } = item;
  return {
    ...redactRequest(item, redactor),
    eid: item.eid && redactor.text(item.eid, 'eid'),
    mid: item.mid && redactor.text(item.mid, 'mid'),
    ...(fate === undefined ? {} : { fate: redactor.json(fate as unknown as Json) as unknown as ReportedFate }),
  };
}

/** Redacts the URL of an item's request, if it has one. */
export function redactRequest<Item extends Pick<RelatedItem, 'request'>>(item: Item, redactor: Redactor): Item {
  const { request } = item;
  return request === undefined ? item : { ...item, request: { ...request, url: redactor.text(request.url) } };
}

function redactFinding(finding: ReportedFinding, redactor: Redactor): ReportedFinding {
  const { path, params, message, related } = finding;
  return {
    ...finding,
    path: path.map((step) => (typeof step === 'string' ? redactor.text(step) : step)),
    params: redactor.json(params) as ReportedFinding['params'],
    message: redactor.text(message),
    ...(related === undefined ? {} : { related: related.map((item) => redactRequest(item, redactor)) }),
  };
}
