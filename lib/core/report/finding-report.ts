import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { createRedactor, type Redactor } from '#core/redaction/redactor';
import { truncate } from '#core/telemetry/wording';
import { type FindingCount, ListQuota, MAX_LISTED_PER_CODE, ReportTally, type ReportTotals } from './report-tally';
import type { ReportedFates } from './reported-fates';
import type { RelatedItem, ReportedFate, ReportedFinding, ReportedItem } from './reported-finding';
import type { ReportedSessions, SessionList } from './reported-sessions';

/** Limit of an item's source in a report; longer JSON is truncated. */
const MAX_SOURCE_CHARS = 10_000;
/** Limit of the sources of all items in a report. Further items have no source. */
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
  #tally = new ReportTally();
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
    this.#tally = new ReportTally();
    this.#listed = [];
    return part;
  }
}

/** Builds one report from parts, in the order in which they are added. Replaces secrets by pseudonyms. */
export class ReportBuilder {
  readonly #header: ReportHeader;
  readonly #quota = new ListQuota();
  readonly #redactor = createRedactor();
  readonly #tally = new ReportTally();
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
      const head = redactHead(item, this.#redactor);
      this.#items.push({
        ...head,
        ...(head.fate && { fate: this.#withPath(head.fate, item.fate?.related?.file) }),
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

  /** Replaces the file of the earlier event by its path in the report. */
  #withPath(fate: ReportedFate, file: string | undefined): ReportedFate {
    const { related } = fate;
    if (related === undefined || file === undefined) return fate;
    return { ...fate, related: { ...related, file: this.#pathOf(file) } };
  }

  #redactFindings(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
    const cached = this.#redactedLists.get(findings);
    if (cached !== undefined) return cached;
    const redacted = findings.map((finding) => this.#redactFinding(finding));
    this.#redactedLists.set(findings, redacted);
    return redacted;
  }

  #redactFinding(finding: ReportedFinding): ReportedFinding {
    const cached = this.#redacted.get(finding);
    if (cached !== undefined) return cached;
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
    const cached = isJsonObject(json) ? this.#sources.get(json) : undefined;
    const source = cached ?? truncate(JSON.stringify(this.#redactor.json(json), null, 2), MAX_SOURCE_CHARS);
    if (cached === undefined && isJsonObject(json)) this.#sources.set(json, source);
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
