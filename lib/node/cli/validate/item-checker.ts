import { isUtf8 } from 'node:buffer';
import { readHarRequest } from '#core/formats/har-request';
import type { InputContents, InputItem } from '#core/formats/input-contents';
import {
  findInputContents,
  itemContents,
  parseInputContents,
  readSubject,
  unknownVerdict,
} from '#core/formats/input-items';
import { recordOfSubject } from '#core/formats/item-record';
import { recordContents } from '#core/formats/read/capture-contents';
import { createHarReader, noTelemetryRemark } from '#core/formats/read/har-contents';
import { placeOfFault } from '#core/formats/read/input-reader';
import type { InputStep } from '#core/formats/read/read-parts';
import { SkippedParts } from '#core/formats/read/skipped-parts';
import { isJsonObject, type Json, type JsonObject, parseJson, stringAt, valueAt } from '#core/json/json';
import { isDeeperThan, MAX_JSON_DEPTH } from '#core/json/json-depth';
import { readJson } from '#core/json/json-reader';
import { hasMoreValuesThan, MAX_JSON_VALUES, tooManyValuesMessage } from '#core/json/json-values';
import { codesOfFate, type FateEnd, isDropped } from '#core/pipeline/event-fate';
import type { FateCode } from '#core/pipeline/fate-codes';
import type { PipelineSettings } from '#core/pipeline/pipeline-settings';
import type { Matcher } from '#core/query/compile-query';
import { compileFilterText, matcherOfFilter } from '#core/query/filter-text';
import { type BaselineEntry, baselineEntry, baselineKey, baselineSubject } from '#core/report/baseline';
import { reportFinding } from '#core/report/english-findings';
import { englishText } from '#core/report/english-text';
import type { FindingPolicy } from '#core/report/finding-policy';
import { ReportCollector, type ReportPart } from '#core/report/finding-report';
import type { ReportedFate, ReportedFinding, ReportedItem } from '#core/report/reported-finding';
import { StatsCollector, type StatsPart } from '#core/report/stats/event-stats';
import { redactKnownSecrets } from '#core/rules/checks';
import type { PipelineName } from '#core/rules/ingestion/ingestion-profiles';
import { createIngestionCheck } from '#core/rules/ingestion/ingestion-rules';
import { isSurelyCleanText } from '#core/rules/privacy/clean-text';
import { createQuickCheck, type EventText } from '#core/rules/quick-check';
import { receiptTimeOf } from '#core/rules/receipt-time';
import type { RuleSetName } from '#core/rules/rule-set-names';
import { createRuleSetJudge, type RuleSetJudge, type RuleSetVerdicts } from '#core/rules/rule-set-verdicts';
import { chooseRuleSets } from '#core/rules/rule-sets';
import { haveShapes, KnownShapes } from '#core/rules/shapes/known-shapes';
import { judgedAs } from '#core/stream/judge';
import type { Finding, RuleSet, Severity, Subject, Verdict } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import { kindOfEvent } from '#core/telemetry/valid-event';
import { verdictOf } from '#core/telemetry/validate-event';
import { SessionEventReader } from '#core/user-sessions/session-event';
import { MIN_TIMESTAMP_MS } from '#core/util/epoch';
import { type MessageText, message } from '#core/util/message';
import { createIgnoreTest, createPolicy } from '../../config/apply-policy';
import { reportedPage, rulePage } from '../../rule-page';
import type { SchemaSet } from '../../schemas/schema-sets';
import { BUFFER_BYTES, joinChunks, type LineBlock, MAX_LINE_BYTES } from '../input/line-blocks';
import type { InputBlock } from '../input/read-input';
import { type EventFact, type FateDuplicates, type FateFact, NO_DUPLICATES } from './fate-facts';
import type { FateCounts, FateKnowledge, FatePredictor } from './fate-predictor';
import {
  type CleanFormatter,
  createCleanFormatter,
  createItemWriter,
  type ItemFormat,
  OutputLines,
} from './item-formatter';
import { endOfLine, type ParsedLine, parseLine, parseLines, parseShort } from './parsed-line';
import { ReportedLists } from './reported-lists';
import { SharedItems } from './shared-items';
import { DUPLICATE_MID, type SessionItem, type StreamItem } from './stream-items';

/** Settings of the checks: plain data, so that they can be passed to a worker thread. */
export interface CheckSettings {
  readonly rules: readonly RuleSetName[];
  /** The pipeline whose rules `ingestion` has. */
  readonly pipeline: PipelineName;
  /** The largest event of the pipeline, if the site has changed it. */
  readonly maxEventBytes?: number | undefined;
  /** Findings below it are not shown and count for nothing. */
  readonly severity: Severity;
  /** Items without findings are not shown. */
  readonly isQuiet: boolean;
  /** In the panel's filter language; empty for all items. */
  readonly filter: string;
  readonly format: ItemFormat;
  readonly isColored: boolean;
  /** Width of the terminal; unset where there is none. */
  readonly columns?: number | null;
  readonly policy: FindingPolicy;
  /** The module whose rules of a team a worker thread has to import; `null` without any. */
  readonly configFile: string | null;
  /** Schemas of a team, which a worker thread has to import. */
  readonly schemas: readonly SchemaSet[];
  /** Keys of the findings that are known; null without a baseline. */
  readonly baseline: ReadonlySet<string> | null;
  /** Whether entries for a new baseline are wanted. */
  readonly updatesBaseline: boolean;
  /** Whether the output names the file of each item. */
  readonly showsFile: boolean;
  /** Whether a report is wanted of what is found. */
  readonly collectsReport: boolean;
  /** Whether the report shows the JSON of items. */
  readonly collectsSources: boolean;
  /** Whether items and findings are to be counted by kind, page and rule. */
  readonly collectsStats: boolean;
  /** Whether to collect items for rules over many events. */
  readonly collectsStreamItems: boolean;
  /** Whether to collect events for the audit of user sessions. */
  readonly collectsSessionItems: boolean;
  /** When events were received that do not say so, in epoch milliseconds. */
  readonly receivedAt: number | null;
  /** The pipeline whose fates are asked. Absent for none. */
  readonly fate?: PipelineSettings;
}

/** The results of a block of an input. */
export interface CheckedBlock {
  /** Lines of the output in UTF-8, each with its line feed. The checker overwrites them with its next block. */
  readonly out: Uint8Array;
  /** Sentences about what holds the items, for the standard error. */
  readonly notes: readonly string[];
  /** How many items there were, shown or not. */
  readonly items: number;
  readonly verdicts: Readonly<Record<Verdict['verdict'], number>>;
  /** Without the findings that are known. */
  readonly severities: Readonly<Record<Severity, number>>;
  /** Keys of the entries of the baseline that were found. */
  readonly known: readonly string[];
  readonly newBaseline: readonly BaselineEntry[];
  /** `null` if no report is wanted. */
  readonly report: ReportPart | null;
  /** `null` if no statistics are wanted. */
  readonly stats: StatsPart | null;
  /** Inputs of rules over many events, in the order of the items. */
  readonly streamItems: readonly StreamItem[];
  /** The events that user sessions count. */
  readonly sessionItems: readonly SessionItem[];
  /** `null` if no fates are asked. */
  readonly fates: FateCounts | null;
}

/** A block whose events were checked each by itself. Its results wait for the duplicates among all events. */
export interface PreparedBlock {
  readonly items: number;
  /** Empty if no fates are asked. */
  readonly facts: readonly FateFact[];
  /**
   * Returns the results. Call once.
   *
   * @param firstIndex the place of the block's first item among all items, where fates are asked.
   */
  readonly finish: (firstIndex: number, duplicates: FateDuplicates) => CheckedBlock;
}

/** An item that waits for the duplicates among all events. */
interface PendingItem {
  readonly offset: number;
  readonly add: (duplicates: FateDuplicates) => void;
}

/** What becomes of the batch that is read. `fact`: the index of what decides whether it is a duplicate. */
type ReadBatch = { readonly end: FateEnd } | { readonly fact: number } | null;

const rank: Readonly<Record<Severity, number>> = { error: 2, warning: 1, info: 0 };
type TextPart = Extract<InputStep, { text: string }>;

/** With one of them, an event may be a batch, a HAR file or a capture file, too. */
const CONTAINER_FIELDS = ['events', 'event', 'data', 'log', 'records', 'info', 'item'] as const;
/** A JSON object with none of them may be a row of a table. */
const EVENT_FIELDS = ['edata', 'context', 'actor'] as const;

interface JudgedItem {
  /** `null` if the item is neither a call nor an event. */
  readonly subject: Subject | null;
  readonly verdict: Verdict;
  /** Whether the item surely has no secret. */
  readonly isClean: boolean;
}

/** The JSON of an item, for what needs more of it than its findings. */
interface ItemSource {
  /** Returns the text whose only item it is; `null` if there is none. */
  readonly text: () => string | null;
  /** Returns `null` if the item could not be read. */
  readonly read: () => Json | null;
  /** Whether it surely has no secret. */
  readonly isClean: boolean;
}

/** What is known of the JSON text of an event. `text`: `null` if it has other items, too. */
interface ReadText extends EventText {
  readonly text: string | null;
}

const NO_TEXT = () => null;
const NO_SOURCE: ItemSource = { text: NO_TEXT, read: () => null, isClean: false };
const NO_FINDINGS: readonly ReportedFinding[] = [];

/** The outcome of an event, by its findings alone. */
interface EventOutcome {
  readonly kind: EventKind;
  readonly verdict: Verdict['verdict'];
  readonly verdicts: RuleSetVerdicts;
  /** Whether it has findings, shown or not. */
  readonly hasFindings: boolean;
  readonly findings: readonly ReportedFinding[];
  /** Its `mid` with secrets masked. */
  readonly mid: string | null;
  /** Location of the event in the JSON of its line; `null` if it is the whole. */
  readonly field: 'event' | null;
}

/** Checks the blocks of one file after each other. */
export class ItemChecker {
  readonly #settings: CheckSettings;
  readonly #file: string;
  readonly #ruleSets: readonly RuleSet[];
  readonly #ruleSetJudge: RuleSetJudge;
  readonly #matches: Matcher | null;
  readonly #addLines: ReturnType<typeof createItemWriter>;
  readonly #report: ReportCollector | null;
  readonly #stats: StatsCollector | null;
  /** The HAR file that is being read. */
  #har: { readonly contentsOf: (entry: Json) => InputContents; entries: number; items: number } | null = null;
  readonly #skipped = new SkippedParts();
  readonly #reportedLists: ReportedLists;
  readonly #sharedItems = new SharedItems();
  /** For blocks that lie in several chunks: a new one each time would be garbage for long. */
  readonly #buffer = new ArrayBuffer(BUFFER_BYTES);
  readonly #out = new OutputLines();
  #notes: string[] = [];
  #firstIndex = 0;
  #index = 0;
  #verdicts = { valid: 0, invalid: 0, unknown: 0 };
  #severities = { error: 0, warning: 0, info: 0 };
  #known = new Set<string>();
  #newBaseline = new Map<string, BaselineEntry>();
  #streamItems: StreamItem[] = [];
  readonly #sessionReader = new SessionEventReader();
  #sessionItems: SessionItem[] = [];
  readonly #isIgnored: ReturnType<typeof createIgnoreTest> | null;
  readonly #applyPolicy: ReturnType<typeof createPolicy>;
  readonly #quickCheck: ReturnType<typeof createQuickCheck>;
  /** `null` if more than an event's findings is requested. */
  readonly #shapes: KnownShapes<EventOutcome> | null;
  /** Of events without findings, by the verdicts of the rule sets: there are few, each of them one object. */
  readonly #cleanFormatters = new Map<RuleSetVerdicts, CleanFormatter>();

  /** `null` unless fates are asked. */
  readonly #fates: FatePredictor | null;
  /** What becomes of the event that a filter looks at. */
  #fateCodes: readonly FateCode[] = [];
  #facts: FateFact[] = [];
  #pendingItems: PendingItem[] = [];
  #batch: ReadBatch = null;
  /** Events of a batch that is read one by one, until it is known what becomes of it. */
  #heldEvents: { readonly json: Json; readonly part: TextPart; readonly text: ReadText }[] = [];
  #batchBytes = 0;

  /**
   * @param customRules rule sets of the team, which are functions.
   * @param fates `null` unless fates are asked.
   */
  constructor(
    settings: CheckSettings,
    file: string,
    customRules: readonly RuleSet[] = [],
    fates: FatePredictor | null = null,
  ) {
    this.#fates = fates;
    this.#settings = settings;
    this.#file = file;
    const { pipeline, maxEventBytes } = settings;
    const ingestion = createIngestionCheck(pipeline, { maxEventBytes });
    this.#ruleSets = chooseRuleSets(settings.rules, customRules, ingestion);
    this.#applyPolicy = createPolicy(settings.policy, this.#ruleSets);
    this.#ruleSetJudge = createRuleSetJudge(this.#ruleSets, this.#applyPolicy);
    this.#isIgnored = settings.policy.ignore.length === 0 ? null : createIgnoreTest(settings.policy.ignore);
    const minimum = rank[settings.severity];
    this.#reportedLists = new ReportedLists((finding) =>
      rank[finding.severity] >= minimum ? reportShared(finding) : null,
    );
    // The options were read before: a filter that is wrong does not come here.
    this.#matches = settings.filter === '' ? null : this.#compileFilter(settings.filter);
    this.#report = settings.collectsReport ? new ReportCollector() : null;
    this.#stats = settings.collectsStats ? new StatsCollector() : null;
    this.#addLines = createItemWriter(settings.format, settings);
    this.#quickCheck = createQuickCheck(settings.rules, customRules, ingestion);
    const hasShapes =
      customRules.length === 0 &&
      fates === null &&
      maxEventBytes === undefined &&
      asksFindingsOnly(settings) &&
      haveShapes(settings.rules);
    this.#shapes = hasShapes ? new KnownShapes(settings.rules, pipeline, settings.receivedAt) : null;
  }

  #compileFilter(filter: string): Matcher | null {
    if (this.#fates === null) return matcherOfFilter(filter);
    const compiled = compileFilterText(filter, () => this.#fateCodes);
    return compiled.ok ? compiled.value : null;
  }

  /**
   * Checks a block. Only where fates are asked, others may be prepared before it is finished.
   *
   * @param firstIndex the place of the block's first item among all items.
   */
  prepare(block: InputBlock, firstIndex: number): PreparedBlock {
    this.#notes = [];
    this.#facts = [];
    this.#pendingItems = [];
    this.#startResults(firstIndex);
    if ('chunks' in block) this.#checkLines(block);
    else if ('tooLongLine' in block) this.#addTooLongLine(block.tooLongLine);
    else for (const part of block.parts) this.#checkPart(part);
    const items = this.#index - firstIndex;
    const pendingItems = this.#pendingItems;
    const notes = this.#notes;
    const finish = (first: number, duplicates: FateDuplicates): CheckedBlock => {
      if (this.#fates !== null) {
        this.#startResults(first);
        for (const { offset, add } of pendingItems) {
          this.#index = first + offset;
          add(duplicates);
        }
      }
      return this.#takeResults(items, notes);
    };
    return { items, facts: this.#facts, finish };
  }

  #startResults(firstIndex: number): void {
    this.#firstIndex = firstIndex;
    this.#index = firstIndex;
    this.#streamItems = [];
    this.#sessionItems = [];
    this.#verdicts = { valid: 0, invalid: 0, unknown: 0 };
    this.#severities = { error: 0, warning: 0, info: 0 };
    this.#known = new Set();
    this.#newBaseline = new Map();
  }

  #takeResults(items: number, notes: readonly string[]): CheckedBlock {
    return {
      out: this.#out.take(),
      notes,
      items,
      verdicts: this.#verdicts,
      severities: this.#severities,
      known: [...this.#known],
      newBaseline: [...this.#newBaseline.values()],
      report: this.#report?.take() ?? null,
      stats: this.#stats?.take() ?? null,
      streamItems: this.#streamItems,
      sessionItems: this.#sessionItems,
      fates: this.#fates?.takeCounts() ?? null,
    };
  }

  #checkLines(block: LineBlock): void {
    const bytes = joinChunks(block, this.#buffer);
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (this.#shapes?.isWorthwhile() && isUtf8(buffer)) this.#checkShapes(buffer, block.firstLine, this.#shapes);
    else for (const line of parseLines(buffer, block.firstLine)) this.#checkLine(line);
  }

  /** Most events of a large file have the shape of an earlier one: they are not parsed. */
  #checkShapes(buffer: Buffer, firstLine: number, shapes: KnownShapes<EventOutcome>): void {
    let line = firstLine;
    for (let from = 0; from < buffer.length; line += 1) {
      const to = endOfLine(buffer, from);
      const known = shapes.find(buffer, from, to);
      if (known === null) this.#checkNewShape(buffer, { line, from, to }, shapes);
      else {
        const text = () => buffer.toString('utf8', from, to);
        const read = () => readEvent(text(), known.field);
        const { midFrom, midTo } = shapes.templates;
        const mid = midFrom === -1 ? known.mid : readString(buffer, midFrom, midTo);
        // Here nothing is ignored, and no baseline is asked: such events have no known shapes.
        if (this.#settings.collectsStreamItems && mid) {
          this.#streamItems.push({
            offset: this.#index - this.#firstIndex,
            line,
            kind: known.kind,
            verdict: known.verdict,
            eid: known.kind.toUpperCase(),
            mid,
          });
        }
        if (this.#settings.collectsSessionItems) this.#addSessionItem(read(), line);
        this.#addOutcome(known, line, mid, { text, read, isClean: true });
      }
      from = to + 1;
    }
  }

  #checkNewShape(
    buffer: Buffer,
    { line, from, to }: { readonly line: number; readonly from: number; readonly to: number },
    shapes: KnownShapes<EventOutcome>,
  ): void {
    const parsed = parseLine(buffer, from, to, line);
    const outcome = parsed && this.#checkLine(parsed);
    if (outcome === null || !isJsonObject(parsed?.json)) return;
    const { field, kind, findings } = outcome;
    shapes.store(buffer, from, to, { json: parsed.json, field, kind, findings: findings.length }, outcome);
  }

  /** Returns the outcome of the line if it is an event. */
  #checkLine({ line, text, json, isClean, isBroken }: ParsedLine): EventOutcome | null {
    if (isBroken) this.#addJsonFault(line, 1, message('import.fault.invalidUtf8'));
    return this.#checkParsed({ type: 'text', line, column: 1, text }, json, isClean);
  }

  #checkPart(part: InputStep): void {
    switch (part.type) {
      case 'fault':
        this.#addJsonFault(part.line, part.column, part.fault);
        break;
      case 'skipped':
        this.#skipped.addLines(part.line, part.lines);
        break;
      case 'remark':
        this.#addNote(part.message);
        break;
      case 'end':
        this.#releaseEvents(null);
        this.#addNote(this.#skipped.textRemark());
        break;
      case 'begin':
        this.#releaseEvents(null);
        break;
      case 'around':
        this.#readPart(part);
        break;
      default:
        this.#checkText(part);
        break;
    }
  }

  #checkText(part: TextPart): void {
    const json = parseShort(part.text);
    this.#checkParsed(part, json, json !== undefined && isSurelyCleanText(part.text));
  }

  /** @param json `undefined` if the text has to be read with more care. */
  #checkParsed(part: TextPart, json: Json | undefined, isClean: boolean): EventOutcome | null {
    if (json === undefined || (!isClean && isDeeperThan(json, MAX_JSON_DEPTH))) this.#readPart(part);
    else if (isBareEvent(part, json))
      return this.#addEvent(json, part.line, { text: part.text, length: part.text.length, isClean });
    else return this.#checkJson(part, json, isClean);
    return null;
  }

  #readPart(part: TextPart): void {
    if (hasMoreValuesThan(part.text, MAX_JSON_VALUES)) {
      this.#addJsonFault(part.line, part.column, tooManyValuesMessage());
      return;
    }
    const read = readJson(part.text);
    if (read.ok) this.#checkJson(part, read.value, false);
    else {
      const { line, column } = placeOfFault(part, read.failure);
      this.#addJsonFault(line, column, read.failure.message);
    }
  }

  /**
   * Returns the outcome of the only event, if it is the value of the field `event`.
   * @param isClean whether the text surely has no secret.
   */
  #checkJson(part: TextPart, json: Json, isClean: boolean): EventOutcome | null {
    const text = { text: part.text, length: part.text.length, isClean };
    switch (part.type) {
      case 'item':
        if (part.path === 'events' && this.#fates !== null) {
          this.#holdEvent(json, part, text, this.#fates);
          break;
        }
        if (this.#fates === null) this.#addContents(this.#contentsOfItem(part.path, json), part.line, text);
        else this.#addRequest(this.#contentsOfItem(part.path, json), json, part.line);
        break;
      case 'around':
        this.#closeArray(part, json);
        break;
      case 'found': {
        const contents = findInputContents(json);
        if (contents === null) this.#skipped.addLines(part.line, part.text.split('\n').length);
        else this.#addContents(contents, part.line, text);
        break;
      }
      default: {
        const contents = parseInputContents(json);
        if (this.#fates !== null) {
          this.#batch = this.#readBatch(json, Buffer.byteLength(part.text));
          this.#addContents(contents, part.line, text);
          this.#batch = null;
          return null;
        }
        const outcome = this.#addContents(contents, part.line, text);
        const isOnly = isJsonObject(json) && contents.items[0]?.json === json.event && contents.remarks.length === 0;
        return isOnly && outcome !== null ? { ...outcome, field: 'event' } : null;
      }
    }
    return null;
  }

  #contentsOfItem(path: Extract<TextPart, { type: 'item' }>['path'], json: Json): InputContents {
    if (path === 'records') return { items: [recordContents(json)], remarks: [] };
    if (path === 'events') return { items: [{ json }], remarks: [] };
    if (path === 'all') return itemContents(json);
    this.#har ??= { contentsOf: createHarReader(), entries: 0, items: 0 };
    const contents = this.#har.contentsOf(json);
    this.#har.entries += 1;
    this.#har.items += contents.items.length;
    return contents;
  }

  /** The body of an entry of a HAR file is a batch, received when its request was started. */
  #addRequest({ items, remarks }: InputContents, entry: Json, line: number): void {
    const { body = null, at = 0 } = readHarRequest(entry) ?? {};
    const recordedAt = at > 0 ? at : null;
    const batch = body === null ? undefined : parseShort(body);
    if (body !== null && batch !== undefined) {
      this.#batch = this.#readBatch(batch, Buffer.byteLength(body), recordedAt);
    }
    this.#addContents({ items, remarks }, line, { length: 0, text: null, isClean: false });
    this.#batch = null;
  }

  #readBatch(json: Json, bytes: number, recordedAt: number | null = null): ReadBatch {
    const batch = this.#fates?.predictBatch(json, bytes, recordedAt) ?? null;
    if (batch === null || batch.type === 'refused') return batch;
    const { mid, receivedAt } = batch;
    return { fact: this.#facts.push({ type: 'batch', mid, receivedAt }) - 1 };
  }

  #closeArray({ path, line }: Extract<TextPart, { type: 'around' }>, json: Json): void {
    if (path === 'log.entries') {
      const { entries = 0, items = 0 } = this.#har ?? {};
      if (items === 0) this.#addNote(noTelemetryRemark(entries));
      this.#har = null;
    }
    // The wrapper of a batch; its own events were checked one by one, and any of them represents them.
    if (path === 'events') {
      const wrapper = withOneEvent(json);
      this.#releaseEvents(this.#readBatch(wrapper, this.#batchBytes));
      this.#addNotes(itemContents(wrapper).remarks, line);
    }
  }

  /** The size of a batch shows at its end: no more is held than a collector takes. */
  #holdEvent(json: Json, part: TextPart, text: ReadText, fates: FatePredictor): void {
    const bytes = this.#batchBytes + Buffer.byteLength(part.text);
    this.#heldEvents.push({ json, part, text });
    const end = fates.refuseBatch(bytes);
    if (end !== null) this.#releaseEvents({ end });
    this.#batchBytes = bytes;
  }

  #releaseEvents(batch: ReadBatch): void {
    const held = this.#heldEvents;
    this.#heldEvents = [];
    this.#batchBytes = 0;
    this.#batch = batch;
    for (const { json, part, text } of held) this.#addContents({ items: [{ json }], remarks: [] }, part.line, text);
    this.#batch = null;
  }

  /** Nearly all lines of a large file are events: nothing is copied, and what many findings have in common is cached. */
  #addEvent(event: JsonObject, line: number, text: ReadText): EventOutcome | null {
    const receivedAt = this.#receiptTime(event);
    const subject = { type: 'event', json: event, ...(receivedAt === null ? {} : { receivedAt }) } as const;
    const verdict = this.#applyPolicy(subject, this.#quickCheck(event, text, receivedAt));
    if (verdict.kind === null) {
      this.#addVerdict({ json: event }, line, { subject, verdict, isClean: text.isClean });
      return null;
    }
    if (this.#fates !== null) {
      this.#addVerdict({ json: event }, line, { subject, verdict, isClean: text.isClean });
      return null;
    }
    if (this.#matches !== null && !this.#isMatch(subject, verdict)) {
      this.#index += 1;
      return null;
    }
    const { kind, findings } = verdict;
    const reported = findings.length === 0 ? NO_FINDINGS : this.#reportFindings(verdict, subject);
    const ownMid = stringAt(event, ['mid']);
    if (this.#settings.collectsStreamItems) this.#addStreamItem({ json: event }, line, subject, verdict);
    if (this.#settings.collectsSessionItems) this.#addSessionItem(event, line);
    const mid = text.isClean ? ownMid : redactKnownSecrets(ownMid);
    const hasFindings = findings.length > 0;
    const verdicts = this.#ruleSetJudge.judge(subject, verdict);
    const outcome = { kind, verdict: verdict.verdict, verdicts, hasFindings, findings: reported, mid, field: null };
    this.#addOutcome(outcome, line, mid, { text: () => text.text, read: () => event, isClean: text.isClean });
    return outcome;
  }

  #addOutcome(outcome: EventOutcome, line: number, mid: string | null, source: ItemSource): void {
    const { kind, verdict, verdicts, hasFindings, findings } = outcome;
    if (hasFindings) {
      this.#add({ kind, verdict, verdicts, eid: kind.toUpperCase(), mid, findings }, line, source);
      return;
    }
    if (!this.#settings.isQuiet)
      this.#out.addText(this.#cleanFormatter(verdicts)({ index: this.#index, line, kind, mid }));
    this.#index += 1;
    this.#verdicts.valid += 1;
    this.#report?.addValid();
    this.#stats?.addValid(kind, source.read());
  }

  #cleanFormatter(verdicts: RuleSetVerdicts): CleanFormatter {
    const known = this.#cleanFormatters.get(verdicts);
    if (known !== undefined) return known;
    const { format, showsFile } = this.#settings;
    const created = createCleanFormatter(format, showsFile ? this.#file : null, verdicts);
    this.#cleanFormatters.set(verdicts, created);
    return created;
  }

  #addJsonFault(line: number, column: number, message: MessageText): void {
    // What stands before it comes before it.
    this.#releaseEvents(null);
    const sentence = englishText(message);
    this.#addFault(line, faultCode(message), { column }, `Column ${column}: ${sentence}`);
  }

  #addTooLongLine(line: number): void {
    const mebibytes = MAX_LINE_BYTES / 1024 / 1024;
    const sentence = `The line is longer than ${mebibytes} MB, the maximum. It was skipped.`;
    this.#addFault(line, 'too-long', { mebibytes }, sentence);
  }

  /** Ignores the filter: a broken line cannot be matched, and must not be overlooked. */
  #addFault(line: number, code: string, params: JsonObject, message: string): void {
    const page = reportedPage(`docs/command-line.md#${code}`);
    const finding: ReportedFinding = { ruleSet: 'format', severity: 'error', code, path: [], params, message, page };
    const found = { kind: null, verdict: 'unknown', verdicts: {}, eid: null, mid: null, findings: [finding] } as const;
    this.#addInOrder(() => this.#add(found, line, NO_SOURCE));
  }

  /** Returns the outcome of the only item, if it is an event. */
  #addContents({ items, remarks }: InputContents, line: number, read: ReadText): EventOutcome | null {
    const text = items.length === 1 ? read : { ...read, text: null };
    this.#addNotes(remarks, line);
    let outcome: EventOutcome | null = null;
    for (const item of items) {
      if (item.isPart && this.#fates === null && isEventObject(item.json))
        outcome = this.#addEvent(item.json, line, text);
      else this.#addItem(item, line);
    }
    return items.length === 1 ? outcome : null;
  }

  #addNotes(remarks: readonly MessageText[], line: number): void {
    for (const remark of remarks) this.#addNote(message('import.fault.line', { line: String(line), message: remark }));
  }

  #addNote(remark: MessageText | null): void {
    if (remark !== null) this.#notes.push(englishText(redactKnownSecrets(remark)));
  }

  #addItem(item: InputItem, line: number): void {
    const read = readSubject(item.json);
    if (read.ok) {
      const subject = withReceiptTime(read.value, item.recordedAt ?? this.#receiptTime(item.json));
      const verdict = this.#applyPolicy(subject, verdictOf(subject, this.#ruleSets));
      this.#addVerdict(item, line, { subject, verdict, isClean: false });
    } else this.#addVerdict(item, line, { subject: null, verdict: unknownVerdict(read.failure), isClean: false });
  }

  /** Returns when an event was received, or `null` if only the event itself may say so. */
  #receiptTime(event: Json): number | null {
    const { receivedAt } = this.#settings;
    return receivedAt === null ? null : (receiptTimeOf(event, MIN_TIMESTAMP_MS) ?? receivedAt);
  }

  #addVerdict(item: InputItem, line: number, judged: JudgedItem): void {
    // Events that a filter omits are followed as well: a later one may be the duplicate of one of them.
    const followFate = judged.subject?.type === 'event' ? this.#followEvent(item, line) : null;
    this.#addInOrder((duplicates) => this.#addJudged(item, line, judged, followFate?.(duplicates) ?? null));
  }

  /** Where fates are asked, an item is added once the duplicates are known. */
  #addInOrder(add: PendingItem['add']): void {
    if (this.#fates === null) add(NO_DUPLICATES);
    else {
      this.#pendingItems.push({ offset: this.#index - this.#firstIndex, add });
      this.#index += 1;
    }
  }

  #addJudged(
    item: InputItem,
    line: number,
    { subject, verdict, isClean }: JudgedItem,
    fate: ReportedFate | null,
  ): void {
    const { json, origin } = item;
    this.#fateCodes = fate === null ? [] : codesOfFate(fate);
    if (subject !== null && this.#matches !== null && !this.#isMatch(subject, verdict)) {
      this.#index += 1;
      return;
    }
    const [eid, mid] = [stringAt(json, ['eid']), stringAt(json, ['mid'])];
    if (subject !== null && this.#settings.collectsStreamItems) {
      this.#addStreamItem({ json, ...(origin === undefined ? {} : { origin }) }, line, subject, verdict);
    }
    if (subject?.type === 'event' && this.#settings.collectsSessionItems) this.#addSessionItem(json, line);
    if (fate !== null) this.#fates?.count(fate);
    this.#add(
      {
        kind: verdict.kind,
        verdict: verdict.verdict,
        verdicts: subject === null ? {} : this.#ruleSetJudge.judge(subject, verdict),
        eid: isClean ? eid : redactKnownSecrets(eid),
        mid: isClean ? mid : redactKnownSecrets(mid),
        ...(origin === undefined ? {} : { request: redactKnownSecrets(origin) }),
        findings: [...this.#reportFindings(verdict, subject), ...this.#compareFate(fate)],
        ...(fate === null ? {} : { fate }),
      },
      line,
      { text: NO_TEXT, read: () => json, isClean },
    );
  }

  /** Returns a function that returns the fate of an event once the duplicates are known. */
  #followEvent({ json, recordedAt }: InputItem, line: number): ((duplicates: FateDuplicates) => ReportedFate) | null {
    const fates = this.#fates;
    if (fates === null || !isJsonObject(json)) return null;
    const batch = this.#batch;
    const lone = fates.predict(json, recordedAt ?? null);
    const { predicted, receivedAt } = lone;
    const mid = stringAt(json, ['mid']) ?? '';
    const fact: EventFact = {
      ...{ type: 'event', offset: this.#index - this.#firstIndex, line, mid, receivedAt },
      steps: predicted.duplicateSteps,
      batch: batch === null ? null : 'end' in batch ? 'refused' : batch.fact,
    };
    const index = this.#facts.push(fact) - 1;
    return (duplicates) => {
      const known: FateKnowledge = {
        batchEnd: batchEndOf(batch, duplicates),
        duplicate: duplicates.get(index) ?? null,
      };
      return redactKnownSecrets(fates.report(json, lone, known));
    };
  }

  #compareFate(fate: ReportedFate | null): readonly ReportedFinding[] {
    const finding = fate === null ? null : (this.#fates?.compare(fate) ?? null);
    return finding === null || rank[finding.severity] < rank[this.#settings.severity] ? NO_FINDINGS : [finding];
  }

  #addStreamItem(
    { json, origin }: Pick<InputItem, 'json' | 'origin'>,
    line: number,
    subject: Subject,
    verdict: Verdict,
  ): void {
    const mid = subject.type === 'event' ? stringAt(json, ['mid']) : null;
    if (!mid) return;
    const { kind } = verdict;
    const isBaselineAsked = this.#settings.baseline !== null || this.#settings.updatesBaseline;
    this.#streamItems.push({
      offset: this.#index - this.#firstIndex,
      line,
      kind,
      verdict: verdict.verdict,
      eid: stringAt(json, ['eid']),
      mid,
      ...(origin === undefined ? {} : { request: origin }),
      ...(isBaselineAsked ? { baselineSubject: baselineSubject(kind, subject) } : {}),
      ...(this.#isIgnored?.(DUPLICATE_MID, subject, verdict) ? { isIgnored: true } : {}),
    });
  }

  #addSessionItem(json: Json | undefined, line: number): void {
    const read = json === undefined ? null : this.#sessionReader.read(json, this.#index - this.#firstIndex);
    if (read?.ok) this.#sessionItems.push({ line, event: read.value });
  }

  #isMatch(subject: Subject, verdict: Verdict): boolean {
    return (
      this.#matches?.(judgedAs(recordOfSubject(subject, this.#index + 1), redactKnownSecrets(verdict.findings))) ?? true
    );
  }

  #reportFindings({ kind, findings }: Verdict, subject: Subject | null): readonly ReportedFinding[] {
    const reported = this.#reportedLists.report(findings);
    if (subject === null || (this.#settings.baseline === null && !this.#settings.updatesBaseline)) return reported;
    return reported.map((finding) => this.#compareWithBaseline(finding, kind, subject));
  }

  #compareWithBaseline(finding: ReportedFinding, kind: Verdict['kind'], subject: Subject): ReportedFinding {
    const entry = redactKnownSecrets(baselineEntry(finding, baselineSubject(kind, subject)));
    const key = baselineKey(entry);
    if (this.#settings.updatesBaseline && finding.severity !== 'info') this.#newBaseline.set(key, entry);
    if (!this.#settings.baseline?.has(key)) return finding;
    this.#known.add(key);
    return { ...finding, known: true };
  }

  #add(found: Omit<ReportedItem, 'index' | 'file' | 'line'>, line: number, source: ItemSource): void {
    const item = { index: this.#index, file: this.#file, line, ...found };
    this.#index += 1;
    this.#verdicts[item.verdict] += 1;
    const { error, warning, info } = severitiesOf(item.findings);
    this.#severities.error += error;
    this.#severities.warning += warning;
    this.#severities.info += info;
    this.#report?.add(item, () => this.#readSource(source));
    this.#stats?.add(item, source.read());
    const isLost = item.fate !== undefined && isDropped(item.fate);
    if (this.#settings.isQuiet && error + warning + info === 0 && !isLost) return;
    this.#addLines(item, this.#out);
  }

  #readSource({ text, read, isClean }: ItemSource): Json | null {
    if (!this.#settings.collectsSources) return null;
    const readSafely = () => (isClean ? read() : redactKnownSecrets(read()));
    const whole = text();
    return whole === null ? readSafely() : this.#sharedItems.read(whole, readSafely);
  }
}

/** A string without escapes. */
const PLAIN_STRING = /^"[\x20-\x5b\x5d-\x7e]*"$/;

/** Reads a string of JSON, with its quotes. */
function readString(buffer: Buffer, from: number, to: number): string {
  const text = buffer.toString('latin1', from, to);
  return PLAIN_STRING.test(text) ? text.slice(1, -1) : String(parseJson(buffer.toString('utf8', from, to)));
}

function withReceiptTime(subject: Subject, receivedAt: number | null): Subject {
  return subject.type === 'call' || receivedAt === null ? subject : { ...subject, receivedAt };
}

function readEvent(text: string, field: EventOutcome['field']): Json | null {
  const json = parseJson(text);
  return (field === null ? json : valueAt(json, [field])) ?? null;
}

/** Why the events of a batch were not extracted; `null` if they were. */
function batchEndOf(batch: ReadBatch, duplicates: FateDuplicates): FateEnd | null {
  if (batch === null) return null;
  if ('end' in batch) return batch.end;
  const duplicate = duplicates.get(batch.fact);
  return duplicate === undefined
    ? null
    : { step: 'extractor', reason: 'duplicate-batch', params: { row: duplicate.row } };
}

/** Whether all that is made of an event follows from its findings. */
function asksFindingsOnly({ filter, baseline, updatesBaseline, policy, collectsStats }: CheckSettings): boolean {
  return filter === '' && baseline === null && !updatesBaseline && policy.ignore.length === 0 && !collectsStats;
}

function isEventObject(json: Json): json is JsonObject {
  return isJsonObject(json) && kindOfEvent(json) !== undefined;
}

/** An event by itself: no batch, capture or HAR file, and no row of a table. */
function isBareEvent(part: TextPart, json: Json): json is JsonObject {
  if (part.type === 'item' ? part.path !== 'events' && part.path !== 'all' : part.type === 'around') return false;
  if (!isJsonObject(json) || kindOfEvent(json) === undefined) return false;
  for (const name of CONTAINER_FIELDS) if (json[name] !== undefined) return false;
  return EVENT_FIELDS.some((name) => json[name] !== undefined);
}

/** A finding may be shared by many events: it is described once. Weak, as others are of one event. */
const reports = new WeakMap<Finding, ReportedFinding>();

/** Messages may quote a secret, which must not reach a log. */
function reportShared(finding: Finding): ReportedFinding {
  const known = reports.get(finding);
  if (known !== undefined) return known;
  const safe = redactKnownSecrets(finding);
  const reported = reportFinding(safe, reportedPage(rulePage(safe)));
  reports.set(finding, reported);
  return reported;
}

const severityCounts = new WeakMap<readonly ReportedFinding[], Readonly<Record<Severity, number>>>();

/** Numbers of the findings that are not known. */
function severitiesOf(findings: readonly ReportedFinding[]): Readonly<Record<Severity, number>> {
  const counted = severityCounts.get(findings);
  if (counted !== undefined) return counted;
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity, known } of findings) if (!known) counts[severity] += 1;
  severityCounts.set(findings, counts);
  return counts;
}

function withOneEvent(wrapper: Json): Json {
  const events = [{ eid: '', ets: 0 }];
  return typeof wrapper === 'object' && wrapper !== null ? { ...wrapper, events } : wrapper;
}

const faultCodes: Readonly<Record<string, string>> = {
  'jsonFault.tooDeep': 'too-deep',
  'import.fault.nested': 'too-deep',
  'import.fault.tooManyValues': 'too-many-values',
  'import.fault.partTooLong': 'too-long',
  'import.fault.invalidUtf8': 'not-utf8',
};

function faultCode(message: MessageText): string {
  return typeof message === 'object' && 'code' in message ? (faultCodes[message.code] ?? 'not-json') : 'not-json';
}
