import { isFailed, isLost } from '#core/journey/journey-state';
import type { Json } from '#core/json/json';
import { createRedactor } from '#core/redaction/redactor';
import { ReportCollector, type ReportPart, redactItem } from '#core/report/finding-report';
import type { ReportedFinding } from '#core/report/reported-finding';
import type { JudgedRecord } from '#core/stream/judged-record';
import { SEVERITIES } from '#core/telemetry/findings';
import { eventKinds } from '#core/telemetry/kinds';
import * as z from '#core/util/zod';
import type { UnreadRequest } from '#core/wire/page-messages';
import { reportRecord } from '../../record-report';
import { formatRow } from '../matchers/judgement';
import { lossLabel } from '../matchers/loss-label';

/**
 * Name of the attachment with a test's findings.
 * The `_` at its start hides the attachment in Playwright's reporters.
 */
export const FINDINGS_ATTACHMENT = '_telemetry-v3-findings';

const FORMAT = 'telemetry-v3-test-findings';
/**
 * Maximum number of listed findings per code.
 * The others are only counted, which keeps attachments small.
 */
const MAX_LISTED_PER_TEST = 100;
/** Maximum length of the JSON of all listed events. Further events have no JSON in reports. */
const MAX_SOURCES_CHARS = 1_000_000;
/** Maximum number of listed requests with an unreadable body. The others are only counted. */
const MAX_UNREAD_REQUESTS = 20;
/** Maximum number of listed lost events. The others are only counted. */
const MAX_LOST_EVENTS = 20;

/** Findings of one attempt of a test, for the summary of all tests. */
export interface TestFindings {
  readonly part: ReportPart;
  /** Number of events that did not arrive. */
  readonly lost: number;
  /** The first lost events. */
  readonly lostEvents: readonly LostEvent[];
  /** Number of requests whose body could not be read. */
  readonly unread: number;
  /** The first requests whose body could not be read. */
  readonly unreadRequests: readonly UnreadRequest[];
}

/** An event that did not arrive, as the summary lists it. */
export interface LostEvent {
  /** `#3 INTERACT play · TOUCH`. */
  readonly event: string;
  readonly reason: string;
}

/** Collects the findings of a test's records. */
export class TestFindingsCollector {
  readonly #collector = new ReportCollector();
  #items = 0;
  #lost: LostEvent[] = [];
  #lostCount = 0;

  add(records: readonly JudgedRecord[]): void {
    for (const record of records) {
      const { item, json } = reportRecord(record, this.#items);
      this.#items += 1;
      if (isLost(record) || isFailed(record)) this.#addLost(record);
      this.#collector.add(item, () => json);
    }
  }

  #addLost(record: JudgedRecord): void {
    this.#lostCount += 1;
    if (this.#lost.length < MAX_LOST_EVENTS) this.#lost.push({ event: formatRow(record), reason: lossLabel(record) });
  }

  /**
   * Returns the text of the attachment, with secrets redacted. Call once.
   *
   * @param unreadRequests the requests whose body could not be read
   */
  take(unreadRequests: readonly UnreadRequest[] = []): string {
    const redactor = createRedactor();
    const { listed, ...part } = this.#collector.take();
    const listings = new Map<string, number>();
    const isListed = ({ code }: ReportedFinding): boolean => {
      listings.set(code, (listings.get(code) ?? 0) + 1);
      return (listings.get(code) ?? 0) <= MAX_LISTED_PER_TEST;
    };
    let remainingChars = MAX_SOURCES_CHARS;
    const redactedItems = listed.flatMap(({ item, json }) => {
      const findings = item.findings.filter(isListed);
      if (findings.length === 0) return [];
      const source = json === null ? null : redactor.json(json);
      remainingChars -= JSON.stringify(source).length;
      return [{ item: redactItem({ ...item, findings }, redactor), json: remainingChars < 0 ? null : source }];
    });
    const lostEvents = this.#lost.map(({ event, reason }) => ({
      event: redactor.text(event),
      reason: redactor.text(reason),
    }));
    const listedRequests = unreadRequests
      .slice(0, MAX_UNREAD_REQUESTS)
      .map(({ url, ...request }) => ({ ...request, url: redactor.text(url) }));
    const findings: TestFindings = {
      part: { ...part, listed: redactedItems },
      lost: this.#lostCount,
      lostEvents,
      unread: unreadRequests.length,
      unreadRequests: listedRequests,
    };
    return JSON.stringify({ format: FORMAT, version: 1, ...findings });
  }
}

const jsonSchema = z.custom<Json>();
const countSchema = z.int().check(z.minimum(0));
const severitySchema = z.enum(SEVERITIES);
const findingSchema = z.object({
  ruleSet: z.string(),
  severity: severitySchema,
  code: z.string(),
  path: z.array(z.union([z.string(), z.number()])),
  params: z.record(z.string(), jsonSchema),
  message: z.string(),
  page: z.string(),
});
const itemSchema = z.object({
  index: countSchema,
  file: z.string(),
  line: countSchema,
  kind: z.nullable(z.enum(eventKinds)),
  verdict: z.enum(['valid', 'invalid', 'unknown']),
  eid: z.nullable(z.string()),
  mid: z.nullable(z.string()),
  findings: z.array(findingSchema),
});
const testFindingsSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  part: z.object({
    totals: z.object({
      items: countSchema,
      verdicts: z.object({ valid: countSchema, invalid: countSchema, unknown: countSchema }),
      severities: z.object({ error: countSchema, warning: countSchema, info: countSchema }),
      known: countSchema,
    }),
    counts: z.array(z.object({ ruleSet: z.string(), code: z.string(), severity: severitySchema, count: countSchema })),
    listed: z.array(z.object({ item: itemSchema, json: jsonSchema })),
  }),
  lost: countSchema,
  lostEvents: z.array(z.object({ event: z.string(), reason: z.string() })),
  unread: countSchema,
  unreadRequests: z.array(z.object({ method: z.string(), url: z.string(), isStopped: z.boolean() })),
});

/** Parses the text of an attachment. Returns `null` if it is invalid, or has another version. */
export function readTestFindings(text: string): TestFindings | null {
  try {
    const parsed = testFindingsSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
