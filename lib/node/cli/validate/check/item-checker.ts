import { isUtf8 } from 'node:buffer';
import type { InputItem } from '#core/formats/input-contents';
import { readSubject, unknownVerdict } from '#core/formats/input-items';
import { recordOfSubject } from '#core/formats/item-record';
import { type Json, type JsonObject, stringAt } from '#core/json/json';
import { codesOfFate } from '#core/pipeline/event-fate';
import type { FateCode } from '#core/pipeline/fate-codes';
import type { Matcher } from '#core/query/compile-query';
import { compileFilterText, matcherOfFilter } from '#core/query/filter-text';
import { baselineSubject } from '#core/report/baseline';
import type { ReportedFate, ReportedFinding } from '#core/report/reported-finding';
import { redactKnownSecrets } from '#core/rules/checks';
import { createIngestionCheck } from '#core/rules/ingestion/ingestion-rules';
import { createQuickCheck } from '#core/rules/quick-check';
import { receiptTimeOf } from '#core/rules/receipt-time';
import { createRuleSetJudge, type RuleSetJudge } from '#core/rules/rule-set-verdicts';
import { chooseRuleSets } from '#core/rules/rule-sets';
import type { KnownShapes } from '#core/rules/shapes/known-shapes';
import { judgedAs } from '#core/stream/judge';
import type { RuleSet, Subject, Verdict } from '#core/telemetry/findings';
import { verdictOf } from '#core/telemetry/validate-event';
import { MIN_TIMESTAMP_MS } from '#core/util/epoch';
import { createIgnoreTest, createPolicy } from '../../../config/apply-policy';
import { BUFFER_BYTES, joinChunks, type LineBlock } from '../../input/line-blocks';
import type { InputBlock } from '../../input/read-input';
import { BlockResults, type ItemSource } from './block-results';
import type { CheckSettings } from './check-settings';
import type { CheckedBlock, PreparedBlock } from './checked-block';
import { type FateDuplicates, NO_DUPLICATES } from './fate-facts';
import { FateFollower } from './fate-follower';
import type { FatePredictor } from './fate-predictor';
import { FindingReporter } from './finding-reporter';
import { type EventOutcome, ItemReader, type ReadText } from './item-reader';
import { tooLongLineFault } from './line-faults';
import { parseLines } from './parsed-line';
import { createShapes, type LineSink, readShapedLines } from './shaped-lines';
import { DUPLICATE_MID, streamItemOf } from './stream-items';

/** An item that waits for the duplicates among all events. */
interface PendingItem {
  readonly offset: number;
  readonly add: (duplicates: FateDuplicates) => void;
}

interface JudgedItem {
  /** `null` if the item is neither a call nor an event. */
  readonly subject: Subject | null;
  readonly verdict: Verdict;
  /** Whether the item surely has no secret. */
  readonly isClean: boolean;
}

const NO_TEXT = () => null;
const NO_SOURCE: ItemSource = { text: NO_TEXT, read: () => null, isClean: false };

/** Checks the blocks of one file after each other. */
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
  /** For blocks that lie in several chunks: a new one each time would be garbage for long. */
  readonly #buffer = new ArrayBuffer(BUFFER_BYTES);
  readonly #isIgnored: ReturnType<typeof createIgnoreTest> | null;
  readonly #applyPolicy: ReturnType<typeof createPolicy>;
  readonly #quickCheck: ReturnType<typeof createQuickCheck>;
  /** `null` if more than an event's findings is requested. */
  readonly #shapes: KnownShapes<EventOutcome> | null;

  /** `null` unless fates are asked. */
  readonly #fates: FateFollower | null;
  /** What becomes of the event that a filter looks at. */
  #fateCodes: readonly FateCode[] = [];
  #pendingItems: PendingItem[] = [];

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
    this.#fates = fates && new FateFollower(fates);
    this.#settings = settings;
    const { pipeline, maxEventBytes } = settings;
    const ingestion = createIngestionCheck(pipeline, { maxEventBytes });
    this.#ruleSets = chooseRuleSets(settings.rules, customRules, ingestion);
    this.#applyPolicy = createPolicy(settings.policy, this.#ruleSets);
    this.#ruleSetJudge = createRuleSetJudge(this.#ruleSets, this.#applyPolicy);
    this.#isIgnored = settings.policy.ignore.length === 0 ? null : createIgnoreTest(settings.policy.ignore);
    this.#reporter = new FindingReporter(settings);
    this.#results = new BlockResults(settings, file);
    // The options were read before: a filter that is wrong does not come here.
    this.#matches = settings.filter === '' ? null : this.#compileFilter(settings.filter);
    this.#quickCheck = createQuickCheck(settings.rules, customRules, ingestion);
    this.#shapes = fates === null ? createShapes(settings, customRules) : null;
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
    if (this.#shapes?.isWorthwhile() && isUtf8(buffer))
      readShapedLines(buffer, block.firstLine, this.#shapes, this.#lineSink);
    else for (const line of parseLines(buffer, block.firstLine)) this.#reader.readLine(line);
  }

  #addKnown(outcome: EventOutcome, line: number, mid: string | null, source: ItemSource): void {
    // Here nothing is ignored, and no baseline is asked: such events have no known shapes.
    if (this.#settings.collectsStreamItems && mid) {
      const { kind, verdict } = outcome;
      this.#results.addStreamItem({ line, kind, verdict, eid: kind.toUpperCase(), mid });
    }
    if (this.#settings.collectsSessionItems) this.#results.addSessionItem(source.read(), line);
    this.#addOutcome(outcome, line, mid, source);
  }

  /** Nearly all lines of a large file are events: nothing is copied, and what many findings have in common is cached. */
  #addEvent(event: JsonObject, line: number, text: ReadText): EventOutcome | null {
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
    const reported = this.#reporter.report(verdict, subject);
    const ownMid = stringAt(event, ['mid']);
    this.#collect({ json: event }, line, subject, verdict);
    const mid = text.isClean ? ownMid : redactKnownSecrets(ownMid);
    const hasFindings = findings.length > 0;
    const verdicts = this.#ruleSetJudge.judge(subject, verdict);
    const outcome = { kind, verdict: verdict.verdict, verdicts, hasFindings, findings: reported, mid, field: null };
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

  /** Ignores the filter: a broken line cannot be matched, and must not be overlooked. */
  #addFault(fault: ReportedFinding, line: number): void {
    const found = { kind: null, verdict: 'unknown', verdicts: {}, eid: null, mid: null, findings: [fault] } as const;
    this.#addInOrder(() => this.#results.add(found, line, NO_SOURCE));
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
    const isFollowed = judged.subject?.type === 'event';
    const fateOf = isFollowed ? this.#fates?.follow(item, this.#results.offset, line) : null;
    this.#addInOrder((duplicates) => this.#addJudged(item, line, judged, fateOf?.(duplicates) ?? null));
  }

  /** Where fates are asked, an item is added once the duplicates are known. */
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
        eid: isClean ? eid : redactKnownSecrets(eid),
        mid: isClean ? mid : redactKnownSecrets(mid),
        ...(origin === undefined ? {} : { request: redactKnownSecrets(origin) }),
        findings: [...this.#reporter.report(verdict, subject), ...this.#compareFate(fate)],
        ...(fate === null ? {} : { fate }),
      },
      line,
      { text: NO_TEXT, read: () => json, isClean },
    );
  }

  /** Returns the finding that the pipeline did something else with the event, if it is shown. */
  #compareFate(fate: ReportedFate | null): readonly ReportedFinding[] {
    const finding = fate === null ? null : (this.#fates?.predictor.compare(fate) ?? null);
    return finding !== null && this.#reporter.isShown(finding) ? [finding] : [];
  }

  /** Adds what is asked of an event besides its findings. */
  #collect(item: InputItem, line: number, subject: Subject, verdict: Verdict): void {
    if (subject.type !== 'event') return;
    const { collectsStreamItems, collectsSessionItems } = this.#settings;
    const streamItem = collectsStreamItems ? streamItemOf(item, line, verdict) : null;
    if (streamItem !== null) {
      this.#results.addStreamItem({
        ...streamItem,
        ...(this.#reporter.asksBaseline ? { baselineSubject: baselineSubject(verdict.kind, subject) } : {}),
        ...(this.#isIgnored?.(DUPLICATE_MID, subject, verdict) ? { isIgnored: true } : {}),
      });
    }
    if (collectsSessionItems) this.#results.addSessionItem(item.json, line);
  }

  #isMatch(subject: Subject, verdict: Verdict): boolean {
    const record = recordOfSubject(subject, this.#results.index + 1);
    return this.#matches?.(judgedAs(record, redactKnownSecrets(verdict.findings))) ?? true;
  }
}

function withReceiptTime(subject: Subject, receivedAt: number | null): Subject {
  return subject.type === 'call' || receivedAt === null ? subject : { ...subject, receivedAt };
}
