import type { Json } from '#core/json/json';
import { isDropped } from '#core/pipeline/event-fate';
import { ReportCollector } from '#core/report/finding-report';
import type { ReportedFinding, ReportedItem } from '#core/report/reported-finding';
import { StatsCollector } from '#core/report/stats/event-stats';
import { redactSecrets } from '#core/rules/checks';
import type { RuleSetVerdicts } from '#core/rules/rule-set-verdicts';
import type { Severity } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import { SessionEventReader } from '#core/user-sessions/session-event';
import { OutputBytes } from '../../../output-bytes';
import { type CleanFormatter, createCleanFormatter, createItemWriter } from '../item-formatter';
import type { CheckSettings } from './check-settings';
import type { CheckedBlock } from './checked-block';
import { SharedItems } from './shared-items';
import type { SessionItem, StreamItem } from './stream-items';

/** Reads the JSON of an item on demand, for reports and statistics. */
export interface ItemSource {
  /** Returns the JSON text of the item, or `null` if the text contains other items, too. */
  readonly text: () => string | null;
  /** Returns `null` if the item could not be read. */
  readonly read: () => Json | null;
  /** Whether the item certainly contains no secret. */
  readonly isClean: boolean;
}

/** An event without findings. */
interface CleanEvent {
  readonly kind: EventKind;
  readonly verdicts: RuleSetVerdicts;
}

/** Collects the results of a block, item by item: output lines, counts, and parts of reports. */
export class BlockResults {
  readonly #settings: CheckSettings;
  readonly #file: string;
  readonly #addLines: ReturnType<typeof createItemWriter>;
  readonly #report: ReportCollector | null;
  readonly #stats: StatsCollector | null;
  readonly #sharedItems = new SharedItems();
  readonly #out = new OutputBytes();
  /** Formatters by the verdicts of the rule sets. Equal verdicts are the same object, and there are only a few. */
  readonly #cleanFormatters = new Map<RuleSetVerdicts, CleanFormatter>();
  readonly #sessionReader = new SessionEventReader();
  #firstIndex = 0;
  #index = 0;
  #verdicts = { valid: 0, invalid: 0, unknown: 0 };
  #severities = { error: 0, warning: 0, info: 0 };
  #streamItems: StreamItem[] = [];
  #sessionItems: SessionItem[] = [];

  constructor(settings: CheckSettings, file: string) {
    this.#settings = settings;
    this.#file = file;
    this.#report = settings.collectsReport ? new ReportCollector() : null;
    this.#stats = settings.collectsStats ? new StatsCollector() : null;
    this.#addLines = createItemWriter(settings.format, settings);
  }

  /** The index of the next item among all items. */
  get index(): number {
    return this.#index;
  }

  /** The index of the next item in the block. */
  get offset(): number {
    return this.#index - this.#firstIndex;
  }

  /** @param firstIndex the index of the block's first item among all items. */
  start(firstIndex: number): void {
    this.#firstIndex = firstIndex;
    this.#index = firstIndex;
    this.#verdicts = { valid: 0, invalid: 0, unknown: 0 };
    this.#severities = { error: 0, warning: 0, info: 0 };
    this.#streamItems = [];
    this.#sessionItems = [];
  }

  /** Sets the index of the next item in the block. */
  moveTo(offset: number): void {
    this.#index = this.#firstIndex + offset;
  }

  /** Skips the index of an item that a filter omits, or that is added later. */
  skip(): void {
    this.#index += 1;
  }

  /** Adds the values of the next item for rules over many events. */
  addStreamItem(item: Omit<StreamItem, 'offset'>): void {
    this.#streamItems.push({ offset: this.offset, ...item });
  }

  /** Adds the next item to the events of user sessions, if the item is an event. */
  addSessionItem(json: Json, line: number): void {
    const event = this.#sessionReader.read(json, this.offset);
    if (event?.ok) this.#sessionItems.push({ line, event: event.value });
  }

  /**
   * Adds an event without findings. Faster than {@link add}.
   *
   * @param mid the event's `mid`, with secrets redacted.
   */
  addClean({ kind, verdicts }: CleanEvent, mid: string | null, line: number, source: ItemSource): void {
    if (!this.#settings.isQuiet)
      this.#out.addText(this.#cleanFormatter(verdicts)({ index: this.#index, line, kind, mid }));
    this.#index += 1;
    this.#verdicts.valid += 1;
    this.#report?.addValid();
    this.#stats?.addValid(kind, source.read());
  }

  add(result: Omit<ReportedItem, 'index' | 'file' | 'line'>, line: number, source: ItemSource): void {
    const item = { index: this.#index, file: this.#file, line, ...result };
    this.#index += 1;
    this.#verdicts[item.verdict] += 1;
    const { error, warning, info } = countSeverities(item.findings);
    this.#severities.error += error;
    this.#severities.warning += warning;
    this.#severities.info += info;
    this.#report?.add(item, () => this.#readSource(source));
    this.#stats?.add(item, source.read());
    const isLost = item.fate !== undefined && isDropped(item.fate);
    if (this.#settings.isQuiet && error + warning + info === 0 && !isLost) return;
    this.#addLines(item, this.#out);
  }

  /** Returns the results since the start. */
  take(): Omit<CheckedBlock, 'notes' | 'items' | 'known' | 'newBaseline' | 'fates'> {
    return {
      out: this.#out.take(),
      verdicts: this.#verdicts,
      severities: this.#severities,
      report: this.#report?.take() ?? null,
      stats: this.#stats?.take() ?? null,
      streamItems: this.#streamItems,
      sessionItems: this.#sessionItems,
    };
  }

  #cleanFormatter(verdicts: RuleSetVerdicts): CleanFormatter {
    const cached = this.#cleanFormatters.get(verdicts);
    if (cached !== undefined) return cached;
    const { format, showsFile } = this.#settings;
    const formatter = createCleanFormatter(format, showsFile ? this.#file : null, verdicts);
    this.#cleanFormatters.set(verdicts, formatter);
    return formatter;
  }

  #readSource({ text, read, isClean }: ItemSource): Json | null {
    if (!this.#settings.collectsSources) return null;
    const readSafely = () => (isClean ? read() : redactSecrets(read()));
    const itemText = text();
    return itemText === null ? readSafely() : this.#sharedItems.read(itemText, readSafely);
  }
}

const severityCounts = new WeakMap<readonly ReportedFinding[], Readonly<Record<Severity, number>>>();

/** Counts the findings that are not in the baseline, by severity. */
function countSeverities(findings: readonly ReportedFinding[]): Readonly<Record<Severity, number>> {
  const cached = severityCounts.get(findings);
  if (cached !== undefined) return cached;
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity, known } of findings) if (!known) counts[severity] += 1;
  severityCounts.set(findings, counts);
  return counts;
}
