import { isUtf8 } from 'node:buffer';
import type { InputItem } from '#core/formats/input-contents';
import { readSubject, unknownVerdict } from '#core/formats/input-items';
import { recordOfSubject } from '#core/formats/item-record';
import { type Json, type JsonObject, stringAt } from '#core/json/json';
import { codesOfFate } from '#core/pipeline/event-fate';
import type { FateCode } from '#core/pipeline/fate-codes';
import type { Matcher } from '#core/query/compile-query';
import { compileFilterText, toFilterMatcher } from '#core/query/filter-text';
import { baselineSubject } from '#core/report/baseline';
import type { ReportedFate, ReportedFinding } from '#core/report/reported-finding';
import { redactSecrets } from '#core/rules/checks';
import { createIngestionCheck } from '#core/rules/ingestion/ingestion-rules';
import { createQuickCheck } from '#core/rules/quick-check';
import { receiptTimeOf } from '#core/rules/receipt-time';
import { createRuleSetJudge, type RuleSetJudge } from '#core/rules/rule-set-verdicts';
import { selectRuleSets } from '#core/rules/rule-sets';
import type { KnownShapes } from '#core/rules/shapes/known-shapes';
import { toJudgedRecord } from '#core/stream/judge';
import type { RuleSet, Subject, Verdict } from '#core/telemetry/findings';
import { verdictOf } from '#core/telemetry/validate-event';
import { MIN_TIMESTAMP_MS } from '#core/util/epoch';
import { createIgnoreTest, createPolicy } from '../../../config/apply-policy';
import { BUFFER_BYTES, joinChunks, type LineBlock } from '../../input/line-blocks';
import type { InputBlock } from '../../input/read-input';
import { BlockFates } from './block-fates';
import { BlockResults, type ItemSource } from './block-results';
import type { CheckSettings } from './check-settings';
import type { CheckedBlock, PreparedBlock } from './checked-block';
import { type FateDuplicates, NO_DUPLICATES } from './fate-facts';
import type { FatePredictor } from './fate-predictor';
import { FindingReporter } from './finding-reporter';
import { type EventOutcome, ItemReader, type ItemText } from './item-reader';
import { tooLongLineFault } from './line-faults';
import { parseLines } from './parsed-line';
import { createShapes, type LineSink, readShapedLines } from './shaped-lines';
import { DUPLICATE_MID, toStreamItem } from './stream-items';

/** An item whose results are added when the duplicates among all events are known. */
interface PendingItem {
  readonly offset: number;
  readonly add: (duplicates: FateDuplicates) => void;
}

interface JudgedItem {
  /** `null` if the item is neither a call nor an event. */
  readonly subject: Subject | null;
  readonly verdict: Verdict;
  /** Whether the item certainly contains no secret. */
  readonly isClean: boolean;
}

const noText = () => null;
const NO_SOURCE: ItemSource = { text: noText, read: () => null, isClean: false };

/** Checks the blocks of one file in their order. */
export class ItemChecker {
  readonly #settings: CheckSettings;
  readonly #ruleSets: readonly RuleSet[];
  readonly #ruleSetJudge: RuleSetJudge;
  readonly #matches: Matcher | null;
  readonly #reader: ItemReader;
  readonly #lineSink: LineSink = {
    addKnown: (outcome, line, mid, source) => this.#addKnown(outcome, line, mid, source),
    readLine: (line) => this.#reader.readLine(line),
  };
  readonly #reporter: FindingReporter;
  readonly #results: BlockResults;
  /** Reused for blocks of several chunks, because new buffers would be garbage collected late. */
  readonly #buffer = new ArrayBuffer(BUFFER_BYTES);
  readonly #isIgnored: ReturnType<typeof createIgnoreTest> | null;
  readonly #applyPolicy: ReturnType<typeof createPolicy>;
  readonly #quickCheck: ReturnType<typeof createQuickCheck>;
  /** `null` if the run needs more than the findings of events. */
  readonly #shapes: KnownShapes<EventOutcome> | null;

  /** `null` unless fates are requested. */
  readonly #fates: BlockFates | null;
  /** Codes of the fate of the event that is being filtered. */
  #fateCodes: readonly FateCode[] = [];
  #pendingItems: PendingItem[] = [];

  /**
   * @param customRules rule sets of the team, which the settings cannot contain because they are functions.
   * @param fatePredictor `null` unless fates are requested.
   */
  constructor(
    settings: CheckSettings,
    file: string,
    customRules: readonly RuleSet[] = [],
    fatePredictor: FatePredictor | null = null,
  ) {
    this.#fates = fatePredictor && new BlockFates(fatePredictor);
    this.#settings = settings;
    const { pipeline, maxEventBytes } = settings;
    const ingestion = createIngestionCheck(pipeline, { maxEventBytes });
    this.#ruleSets = selectRuleSets(settings.rules, customRules, ingestion);
    this.#applyPolicy = createPolicy(settings.policy, this.#ruleSets);
    this.#ruleSetJudge = createRuleSetJudge(this.#ruleSets, this.#applyPolicy);
    this.#isIgnored = settings.policy.ignore.length === 0 ? null : createIgnoreTest(settings.policy.ignore);
    this.#reporter = new FindingReporter(settings);
    this.#results = new BlockResults(settings, file);
    // The filter is valid: the options were validated before.
    this.#matches = settings.filter === '' ? null : this.#compileFilter(settings.filter);
    this.#quickCheck = createQuickCheck(settings.rules, customRules, ingestion);
    this.#shapes = fatePredictor === null ? createShapes(settings, customRules) : null;
    this.#reader = new ItemReader(
      {
        addEvent: (event, line, text) => this.#addEvent(event, line, text),
        addItem: (item, line) => this.#addItem(item, line),
        addFault: (fault, line) => this.#addFault(fault, line),
      },
      this.#fates,
    );
  }

  #compileFilter(filter: string): Matcher | null {
    if (this.#fates === null) return toFilterMatcher(filter);
    const compiled = compileFilterText(filter, () => this.#fateCodes);
    return compiled.ok ? compiled.value : null;
  }

  /**
   * Checks a block. If fates are requested, further blocks may be prepared before this one is finished.
   *
   * @param firstIndex the index of the block's first item among all items.
   */
  prepare(block: InputBlock, firstIndex: number): PreparedBlock {
    this.#fates?.start();
    this.#pendingItems = [];
    this.#startResults(firstIndex);
    if ('chunks' in block) this.#checkLines(block);
    else if ('tooLongLine' in block) this.#addFault(tooLongLineFault(), block.tooLongLine);
    else for (const step of block.parts) this.#reader.readStep(step);
    const items = this.#results.offset;
    const pendingItems = this.#pendingItems;
    const notes = this.#reader.takeNotes();
    const finish = (first: number, duplicates: FateDuplicates): CheckedBlock => {
      if (this.#fates !== null) {
        this.#startResults(first);
        for (const { offset, add } of pendingItems) {
          this.#results.moveTo(offset);
          add(duplicates);
        }
      }
      const fates = this.#fates?.predictor.takeCounts() ?? null;
      return { ...this.#results.take(), ...this.#reporter.take(), items, notes, fates };
    };
    return { items, facts: this.#fates?.facts ?? [], finish };
  }

  #startResults(firstIndex: number): void {
    this.#results.start(firstIndex);
    this.#reporter.start();
  }

  #checkLines(block: LineBlock): void {
    const bytes = joinChunks(block, this.#buffer);
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (this.#shapes?.shouldSearchNextBlock() && isUtf8(buffer))
      readShapedLines(buffer, block.firstLine, this.#shapes, this.#lineSink);
    else for (const line of parseLines(buffer, block.firstLine)) this.#reader.readLine(line);
  }

  #addKnown(outcome: EventOutcome, line: number, mid: string | null, source: ItemSource): void {
    // Known shapes are used only without a baseline and without ignored findings, so neither applies here.
    if (this.#settings.collectsStreamItems && mid) {
      const { kind, verdict } = outcome;
      this.#results.addStreamItem({ line, kind, verdict, eid: kind.toUpperCase(), mid });
    }
    if (this.#settings.collectsSessionItems) this.#results.addSessionItem(source.read(), line);
    this.#addOutcome(outcome, line, mid, source);
  }

  /**
   * Fast path for plain events, which nearly all lines of a large file are.
   * Copies nothing and caches shared findings.
   */
  #addEvent(event: JsonObject, line: number, text: ItemText): EventOutcome | null {
    const receivedAt = this.#receiptTime(event);
    const subject = { type: 'event', json: event, ...(receivedAt === null ? {} : { receivedAt }) } as const;
    const verdict = this.#applyPolicy(subject, this.#quickCheck(event, text, receivedAt));
    const { kind, findings } = verdict;
    if (kind === null || this.#fates !== null) {
      this.#addVerdict({ json: event }, line, { subject, verdict, isClean: text.isClean });
      return null;
    }
    if (this.#matches !== null && !this.#isMatch(subject, verdict)) {
      this.#results.skip();
      return null;
    }
    const reportedFindings = this.#reporter.report(verdict, subject);
    const rawMid = stringAt(event, ['mid']);
    this.#collect({ json: event }, line, subject, verdict);
    const mid = text.isClean ? rawMid : redactSecrets(rawMid);
    const hasFindings = findings.length > 0;
    const verdicts = this.#ruleSetJudge.judge(subject, verdict);
    const outcome = {
      kind,
      verdict: verdict.verdict,
      verdicts,
      hasFindings,
      findings: reportedFindings,
      mid,
      field: null,
    };
    this.#addOutcome(outcome, line, mid, { text: () => text.text, read: () => event, isClean: text.isClean });
    return outcome;
  }

  #addOutcome(outcome: EventOutcome, line: number, mid: string | null, source: ItemSource): void {
    if (!outcome.hasFindings) {
      this.#results.addClean(outcome, mid, line, source);
      return;
    }
    const { kind, verdict, verdicts, findings } = outcome;
    this.#results.add({ kind, verdict, verdicts, eid: kind.toUpperCase(), mid, findings }, line, source);
  }

  /** Reports a broken line regardless of the filter, which can't match such a line. */
  #addFault(fault: ReportedFinding, line: number): void {
    const item = { kind: null, verdict: 'unknown', verdicts: {}, eid: null, mid: null, findings: [fault] } as const;
    this.#addInOrder(() => this.#results.add(item, line, NO_SOURCE));
  }

  #addItem(item: InputItem, line: number): void {
    const parsed = readSubject(item.json);
    if (parsed.ok) {
      const subject = withReceiptTime(parsed.value, item.recordedAt ?? this.#receiptTime(item.json));
      const verdict = this.#applyPolicy(subject, verdictOf(subject, this.#ruleSets));
      this.#addVerdict(item, line, { subject, verdict, isClean: false });
    } else this.#addVerdict(item, line, { subject: null, verdict: unknownVerdict(parsed.failure), isClean: false });
  }

  /** Returns when an event was received, or `null` if `--at` is unset. Then rules read only the event's fields. */
  #receiptTime(event: Json): number | null {
    const { receivedAt } = this.#settings;
    return receivedAt === null ? null : (receiptTimeOf(event, MIN_TIMESTAMP_MS) ?? receivedAt);
  }

  #addVerdict(item: InputItem, line: number, judged: JudgedItem): void {
    // Fates are also predicted for events that a filter omits, because a later event may be their duplicate.
    const hasFate = judged.subject?.type === 'event';
    const fateOf = hasFate ? this.#fates?.prepareFate(item, this.#results.offset, line) : null;
    this.#addInOrder((duplicates) => this.#addJudged(item, line, judged, fateOf?.(duplicates) ?? null));
  }

  /** Adds an item, or defers it until the duplicates are known if fates are requested. */
  #addInOrder(add: PendingItem['add']): void {
    if (this.#fates === null) add(NO_DUPLICATES);
    else {
      this.#pendingItems.push({ offset: this.#results.offset, add });
      this.#results.skip();
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
      this.#results.skip();
      return;
    }
    const [eid, mid] = [stringAt(json, ['eid']), stringAt(json, ['mid'])];
    if (subject !== null) this.#collect(item, line, subject, verdict);
    if (fate !== null) this.#fates?.predictor.count(fate);
    this.#results.add(
      {
        kind: verdict.kind,
        verdict: verdict.verdict,
        verdicts: subject === null ? {} : this.#ruleSetJudge.judge(subject, verdict),
        eid: isClean ? eid : redactSecrets(eid),
        mid: isClean ? mid : redactSecrets(mid),
        ...(origin === undefined ? {} : { request: redactSecrets(origin) }),
        findings: [...this.#reporter.report(verdict, subject), ...this.#compareFate(fate)],
        ...(fate === null ? {} : { fate }),
      },
      line,
      { text: noText, read: () => json, isClean },
    );
  }

  /** Returns a finding if the recorded fate differs from the predicted one and the severity is shown. */
  #compareFate(fate: ReportedFate | null): readonly ReportedFinding[] {
    const finding = fate === null ? null : (this.#fates?.predictor.compare(fate) ?? null);
    return finding !== null && this.#reporter.isShown(finding) ? [finding] : [];
  }

  /** Collects an event for rules over many events and for the user session audit, if requested. */
  #collect(item: InputItem, line: number, subject: Subject, verdict: Verdict): void {
    if (subject.type !== 'event') return;
    const { collectsStreamItems, collectsSessionItems } = this.#settings;
    const streamItem = collectsStreamItems ? toStreamItem(item, line, verdict) : null;
    if (streamItem !== null) {
      this.#results.addStreamItem({
        ...streamItem,
        ...(this.#reporter.usesBaseline ? { baselineSubject: baselineSubject(verdict.kind, subject) } : {}),
        ...(this.#isIgnored?.(DUPLICATE_MID, subject, verdict) ? { isIgnored: true } : {}),
      });
    }
    if (collectsSessionItems) this.#results.addSessionItem(item.json, line);
  }

  #isMatch(subject: Subject, verdict: Verdict): boolean {
    const record = recordOfSubject(subject, this.#results.index + 1);
    return this.#matches?.(toJudgedRecord(record, redactSecrets(verdict.findings))) ?? true;
  }
}

function withReceiptTime(subject: Subject, receivedAt: number | null): Subject {
  return subject.type === 'call' || receivedAt === null ? subject : { ...subject, receivedAt };
}
