import { escapeForTerminalLine } from '#core/quoting/terminal-text';
import { type BaselineEntry, baselineKey } from '#core/report/baseline';
import type { ReportPart } from '#core/report/finding-report';
import type { StatsPart } from '#core/report/stats/event-stats';
import { type RuleSet, SEVERITIES } from '#core/telemetry/findings';
import { pluralize } from '#core/telemetry/wording';
import { OutputBytes } from '../../output-bytes';
import type { CliDeps, ExitCode } from '../cli-deps';
import { createBodyDeps } from '../input/body-deps';
import { decodeInput } from '../input/decode-input';
import { type InputBlock, readInputBlocks } from '../input/read-input';
import { Output } from '../output';
import { createProgress, type Progress } from '../progress';
import { fileFailure, inputName } from '../read-failure';
import { SessionStage } from '../sessions/session-stage';
import type { CheckSettings } from './check/check-settings';
import type { CheckedBlock } from './check/checked-block';
import { NO_DUPLICATES } from './check/fate-facts';
import type { FatePredictor } from './check/fate-predictor';
import type { FateTracker } from './check/fate-tracker';
import { ItemChecker } from './check/item-checker';
import { CheckPool } from './check-pool';
import { createStreamWriter } from './item-formatter';
import { createPainter } from './painter';
import { type StreamOutcome, StreamStage } from './stream-stage';

/**
 * Input size from which worker threads are used.
 * Starting a thread takes 0.1 s, longer than checking a small input.
 */
const MIN_PARALLEL_BYTES = 20 * 1024 * 1024;
/** Maximum number of notes that are printed. The others are only counted. */
const MAX_NOTES = 20;

/** Default limit of threads. More threads help little, because one thread reads and writes for all. */
const MAX_DEFAULT_JOBS = 4;

/** Returns the number of threads: the option's value, or else the number of processors up to the limit. */
export function countJobs(jobs: number | null, { processors }: Pick<CliDeps, 'processors'>): number {
  return jobs ?? Math.min(processors, MAX_DEFAULT_JOBS);
}

export interface Totals {
  items: number;
  /** Number of files that were read. */
  filesRead: number;
  filesFailed: number;
  readonly verdicts: Record<keyof CheckedBlock['verdicts'], number>;
  readonly severities: Record<keyof CheckedBlock['severities'], number>;
}

interface FileValidatorOptions {
  readonly jobs?: number;
  readonly onReportPart?: (part: ReportPart) => void;
  readonly onStatsPart?: (part: StatsPart) => void;
  /** Rule sets of the team. A worker thread imports them. */
  readonly customRules?: readonly RuleSet[];
  /** `null` or unset unless fates are requested. */
  readonly fates?: Fates | null;
}

/** Predicts fates in this thread, and finds duplicates for all threads. */
export interface Fates {
  readonly predictor: FatePredictor;
  readonly tracker: FateTracker;
}

/** Checks files in their order, writes the output, and counts findings. */
export class FileValidator {
  readonly totals: Totals = {
    items: 0,
    filesRead: 0,
    filesFailed: 0,
    verdicts: { valid: 0, invalid: 0, unknown: 0 },
    severities: { error: 0, warning: 0, info: 0 },
  };
  /** Keys of the baseline entries that were found. */
  readonly foundKeys = new Set<string>();
  readonly newBaseline = new Map<string, BaselineEntry>();
  readonly #deps: CliDeps;
  readonly #settings: CheckSettings;
  readonly #out: Output;
  readonly #notes: Output;
  readonly #progress: Progress;
  readonly #onReportPart: (part: ReportPart) => void;
  readonly #onStatsPart: (part: StatsPart) => void;
  readonly #customRules: readonly RuleSet[];
  /** `null` to check in this thread only. */
  readonly #pool: CheckPool | null;
  /** `null` if no rule over many events is requested. */
  readonly #stream: StreamStage | null;
  /** `null` if user sessions are not audited. */
  readonly #sessions: SessionStage | null;
  readonly #fates: Fates | null;
  #noteCount = 0;
  #isStopped = false;
  #index = 0;
  /** The file whose heading was written last. */
  #heading = '';

  constructor(
    deps: CliDeps,
    settings: CheckSettings,
    {
      jobs = 1,
      onReportPart = () => {},
      onStatsPart = () => {},
      customRules = [],
      fates = null,
    }: FileValidatorOptions = {},
  ) {
    this.#deps = deps;
    this.#onReportPart = onReportPart;
    this.#onStatsPart = onStatsPart;
    this.#customRules = customRules;
    this.#fates = fates;
    this.#pool = jobs > 1 ? new CheckPool(deps.startWorker, settings, jobs, fates?.tracker) : null;
    if (this.#pool !== null) deps.limitHeaps();
    this.#stream = settings.collectsStreamItems ? new StreamStage(settings) : null;
    this.#sessions = settings.collectsSessionItems ? new SessionStage(settings) : null;
    this.#settings = settings;
    this.#out = new Output(deps.stdout);
    this.#notes = new Output(deps.stderr);
    this.#progress = createProgress(deps);
  }

  /** Whether the run stops early, because the output or a worker thread failed. */
  get isStopped(): boolean {
    return this.#isStopped || this.#out.failure !== null;
  }

  async validate(file: string): Promise<void> {
    try {
      const decoded = await decodeInput(this.#progress.count(this.#deps.open(file)));
      if (!decoded.ok) {
        this.#failFile(file, decoded.failure);
        return;
      }
      const { bytes, readAttachment } = decoded.value;
      const bodies = createBodyDeps(file, this.#deps, readAttachment);
      for await (const block of this.#check(file, readInputBlocks(bytes, bodies))) {
        await this.#addBlock(file, block);
        if (this.isStopped || this.#deps.signal.aborted) return;
      }
      if (!this.#isStopped) this.totals.filesRead += 1;
    } catch (error) {
      this.#failFile(file, fileFailure(error));
    }
  }

  /** Checks blocks, in worker threads once {@link MIN_PARALLEL_BYTES} of lines were read. */
  async *#check(file: string, blocks: AsyncGenerator<InputBlock>): AsyncGenerator<CheckedBlock> {
    const { predictor = null, tracker = null } = this.#fates ?? {};
    const checker = new ItemChecker(this.#settings, file, this.#customRules, predictor);
    let bytes = 0;
    let isPooled = false;
    try {
      for (let next = await blocks.next(); !next.done; next = await blocks.next()) {
        const { facts, finish } = checker.prepare(next.value, this.#index);
        yield finish(this.#index, tracker?.findDuplicates(file, this.#index, facts) ?? NO_DUPLICATES);
        if ('chunks' in next.value) bytes += next.value.byteLength;
        if (this.#pool === null || bytes < MIN_PARALLEL_BYTES) continue;
        isPooled = true;
        const failure = yield* this.#pool.check(blocks, file, checker, () => this.#index);
        if (failure !== null) this.#stop(file, failure);
        return;
      }
    } finally {
      const closing = blocks.return(undefined);
      // The pool reads ahead, and this promise may never settle.
      if (isPooled) closing.catch(() => {});
      else await closing;
    }
  }

  async #addBlock(file: string, block: CheckedBlock): Promise<void> {
    this.#stream?.add(file, this.#index, block.streamItems);
    this.#sessions?.add(file, this.#index, block.sessionItems);
    this.#index += block.items;
    this.totals.items += block.items;
    for (const verdict of verdicts) this.totals.verdicts[verdict] += block.verdicts[verdict];
    this.#countFindings(block);
    if (block.report !== null) this.#onReportPart(block.report);
    if (block.stats !== null) this.#onStatsPart(block.stats);
    if (block.fates !== null) this.#fates?.tracker.addCounts(block.fates);
    for (const note of block.notes) this.#addNote(this.#settings.showsFile ? `${inputName(file)}: ${note}` : note);
    if (block.out.length > 0) {
      this.#progress.hide();
      if (this.#settings.format === 'pretty') this.#writeHeading(file);
      await this.#out.safeBytes(block.out);
    }
    this.#progress.update(this.#index);
    // A slow pipe gives small blocks, and its consumer waits for their results.
    await this.#out.flush();
  }

  /** Writes and counts the findings of rules over many events. Call after all files were read. */
  async endStream(): Promise<void> {
    for (const stage of [this.#stream, this.#sessions]) {
      if (stage !== null && !this.isStopped) await this.#writeOutcome(stage.end());
    }
  }

  async #writeOutcome(outcome: StreamOutcome): Promise<void> {
    const { items, unlisted, report } = outcome;
    this.#countFindings(outcome);
    this.#onReportPart(report);
    this.#progress.hide();
    const { format, isQuiet } = this.#settings;
    const write = createStreamWriter(format, this.#settings);
    const lines = new OutputBytes();
    for (const item of items) {
      if (isQuiet && item.findings.every((finding) => finding.known)) continue;
      write(item, lines);
      const bytes = lines.take();
      if (bytes.length === 0) continue;
      if (format === 'pretty') this.#writeHeading(item.file);
      await this.#out.safeBytes(bytes);
    }
    if (unlisted > 0) this.#notes.line(`${pluralize(unlisted, 'more duplicate mid')} not listed.`);
    await this.#out.flush();
  }

  #countFindings(outcome: Pick<StreamOutcome, 'severities' | 'known' | 'newBaseline'>): void {
    for (const severity of SEVERITIES) this.totals.severities[severity] += outcome.severities[severity];
    for (const key of outcome.known) this.foundKeys.add(key);
    for (const entry of outcome.newBaseline) this.newBaseline.set(baselineKey(entry), entry);
  }

  #writeSummary(summary: string, isEmpty: boolean): void {
    const { error, warning, info } = this.totals.severities;
    if (this.#settings.format === 'pretty' && error + warning + info > 0) this.#out.line('');
    // If the input is empty, a note already reports this.
    if (this.#settings.format === 'pretty' || !isEmpty) this.#writeLine(summary);
  }

  /** Writes a line for users: to standard error if the output is for programs. */
  #writeLine(text: string): void {
    (this.#settings.format === 'pretty' ? this.#out : this.#notes).styledLine(text);
  }

  #writeHeading(file: string): void {
    if (this.#heading === file) return;
    const paint = createPainter(this.#settings.isColored);
    if (this.#heading !== '') this.#out.line('');
    this.#out.styledLine(paint(escapeForTerminalLine(inputName(file)), 'underline'));
    this.#heading = file;
  }

  #stop(file: string, reason: string): void {
    this.#isStopped = true;
    this.totals.filesFailed += 1;
    this.#addNote(`Couldn't check all of ${inputName(file)}: ${reason}. Use --jobs 1.`);
  }

  #failFile(file: string, reason: string): void {
    this.totals.filesFailed += 1;
    this.#addNote(`Couldn't read ${inputName(file)}: ${reason}.`);
  }

  #addNote(note: string): void {
    this.#noteCount += 1;
    if (this.#noteCount > MAX_NOTES) return;
    this.#progress.hide();
    this.#notes.line(note);
  }

  /**
   * Writes the remaining notes and the summary.
   * Returns the exit code by the findings. The caller applies `--max-warnings`.
   */
  async end(summary: string | null, fateSummary: string | null = null): Promise<ExitCode> {
    await this.#pool?.stop();
    this.#progress.hide();
    if (this.#noteCount > MAX_NOTES) this.#notes.line(`… and ${this.#noteCount - MAX_NOTES} more.`);
    const { items, filesFailed, severities } = this.totals;
    const isEmpty = items === 0 && severities.error === 0;
    if (isEmpty && filesFailed === 0 && this.#out.failure === null) {
      this.#notes.line('No events or calls found.');
    }
    if (summary !== null && this.#out.failure === null) {
      this.#writeSummary(summary, isEmpty);
      if (fateSummary !== null && !isEmpty) this.#writeLine(fateSummary);
    }
    await this.#out.flush();
    if (this.#out.failure !== null) this.#notes.line(`Couldn't write standard output: ${this.#out.failure}.`);
    await this.#notes.flush();
    if (isEmpty || this.#isStopped || this.#out.failure !== null || this.#notes.failure !== null) return 2;
    return severities.error > 0 || filesFailed > 0 ? 1 : 0;
  }
}

const verdicts = ['valid', 'invalid', 'unknown'] as const;
