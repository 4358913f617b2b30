import { isJsonObject, type Json } from '#core/json/json';
import { escapeForTerminalLine } from '#core/quoting/terminal-text';
import type { ReportedItem } from '#core/report/reported-finding';
import { formatNumber, pluralize } from '#core/telemetry/wording';
import { groupByOrigin } from '#core/user-sessions/event-order';
import { type EtsFault, SessionEventReader, type SessionOrigin } from '#core/user-sessions/session-event';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import { type Result, succeed } from '#core/util/result';
import { OutputBytes } from '../../output-bytes';
import type { CliDeps, ExitCode } from '../cli-deps';
import { resolveFiles } from '../input/resolve-files';
import { endOutput, Output, printFailure } from '../output';
import { fileFailure, inputName } from '../read-failure';
import { shouldColor } from '../should-color';
import { createStreamWriter } from '../validate/item-formatter';
import { createPainter } from '../validate/painter';
import type { FileAudit } from './file-audit';
import type { LoadedAudit } from './loaded-audit';
import type { SessionAuditRun } from './session-findings';
import { createOrderedGroups, createSessionGroups, type SessionGroups } from './session-groups';
import { formatSessionLine } from './session-line';
import { readSessionItems } from './session-source';
import { formatSessionTrees } from './session-tree';
import { readSessionsOptions, type SessionsOptions } from './sessions-options';

/** Maximum number of notes about a file that are printed. The others are only counted. */
const MAX_NOTES = 20;
/** Number of summaries after which the output is flushed. */
const FLUSH_BATCH_SIZE = 1_000;

/** Runs `telemetry-v3 sessions` with the arguments after its name. */
export async function runSessions(args: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const options = readSessionsOptions(args);
  if (!options.ok) return printFailure(deps, options.failure);
  const files = await resolveFiles(options.value.files, deps);
  if (!files.ok) return printFailure(deps, files.failure);
  const audit = await loadRequestedAudit(options.value, files.value, deps);
  if (!audit.ok) return printFailure(deps, audit.failure);
  const format = options.value.format ?? (deps.isTerminal ? 'pretty' : 'json');
  const run = new SessionsRun({ ...options.value, format }, deps, files.value.length > 1, audit.value);
  for (const file of files.value) {
    await run.read(file);
    if (run.isStopped || deps.signal.aborted) break;
  }
  return run.end();
}

/** Loads the audit of a run, or `null` if none is requested. Fails with a sentence. */
async function loadRequestedAudit(
  options: SessionsOptions,
  files: readonly string[],
  deps: CliDeps,
): Promise<Result<LoadedAudit | null, string>> {
  if (!options.isAudit) return succeed(null);
  // Loading configurations and schemas would be a tenth of the time of a run without an audit.
  const { loadAudit } = await import('./loaded-audit');
  return loadAudit(options, files, deps);
}

class SessionsRun {
  readonly #options: SessionsOptions;
  readonly #deps: CliDeps;
  readonly #showsFile: boolean;
  readonly #out: Output;
  readonly #notes: Output;
  #items = 0;
  #hasFaults = false;
  #failedFiles = 0;
  /** Whether an event came too late for `--ordered`, which stops the run. */
  #hasLateEvent = false;
  readonly #loaded: LoadedAudit | null;
  readonly #audit: SessionAuditRun | null;
  /** The file whose name was written last, as a heading. */
  #heading = '';

  constructor(options: SessionsOptions, deps: CliDeps, showsFile: boolean, audit: LoadedAudit | null) {
    this.#loaded = audit;
    this.#audit = audit?.run ?? null;
    this.#options = options;
    this.#deps = deps;
    this.#showsFile = showsFile;
    this.#out = new Output(deps.stdout);
    this.#notes = new Output(deps.stderr);
  }

  get isStopped(): boolean {
    return this.#hasLateEvent || this.#out.failure !== null;
  }

  /** Reads a file and writes its sessions. */
  async read(file: string): Promise<void> {
    const { isOrdered, settings } = this.#options;
    const notes = new FileNotes(this.#notes, inputName(file));
    const audit = this.#audit?.begin(file) ?? null;
    const groups = isOrdered ? createOrderedGroups(settings, audit?.ordered ?? null) : createSessionGroups(settings);
    try {
      const failure = await this.#readEvents(file, groups, notes, audit);
      if (failure !== null) this.#failFile(file, failure);
      else if (!this.isStopped) {
        await this.#write(file, groups.end(), audit);
        if (audit !== null) await this.#writeFindings(this.#audit?.end(audit) ?? []);
      }
    } catch (error) {
      this.#failFile(file, fileFailure(error));
    }
    if (notes.hasFaults) this.#hasFaults = true;
    notes.end();
    await this.#notes.flush();
  }

  /** Writes reports and the baseline. Returns the exit code. */
  async end(): Promise<ExitCode> {
    if (this.#items === 0 && this.#failedFiles === 0 && !this.#hasFaults) {
      this.#notes.line('No events found.');
    }
    await this.#notes.flush();
    const code = this.#exitCode();
    if (this.#audit !== null && code !== 2) {
      if (this.#options.format === 'pretty') this.#out.styledLine(this.#audit.summarize(shouldColor(this.#deps)));
      const writeResult = await this.#audit.writeReports(this.#options.reports);
      if (!writeResult.ok) return printFailure(this.#deps, writeResult.failure);
    }
    const outputCode = await endOutput(this.#out, this.#deps, code);
    if (outputCode === 2 || this.#loaded === null) return outputCode;
    return this.#loaded.end(outputCode, this.#failedFiles);
  }

  #exitCode(): ExitCode {
    const isEmpty = this.#items === 0 && !this.#hasFaults;
    if (this.#hasLateEvent || isEmpty) return 2;
    return this.#failedFiles > 0 || this.#hasFaults || this.#audit?.isFailed ? 1 : 0;
  }

  #readEvents(file: string, groups: SessionGroups, notes: FileNotes, audit: FileAudit | null): Promise<string | null> {
    const reader = new SessionEventReader();
    const onItem = (json: Json, line: number): void => {
      if (this.#hasLateEvent) return;
      if (!isEvent(json)) {
        audit?.skipItem(line);
        notes.add(line, "not counted, because it isn't an event");
        return;
      }
      this.#items += 1;
      const event = reader.read(json, audit?.addLine(line) ?? line);
      if (event === null) return;
      if (event.ok) audit?.add(event.value);
      if (!event.ok) notes.add(line, etsSentences[event.failure]);
      else if (!groups.add(event.value)) {
        this.#hasLateEvent = true;
        notes.add(line, 'the event belongs before a session that was already written. Run without --ordered');
      } else if (isEmptyOrigin(event.value.origin)) notes.addEmptyOrigin(line);
    };
    const onFault = (line: number, reason: string): void => {
      audit?.skipItem(line);
      notes.addFault(line, reason);
    };
    return readSessionItems(file, this.#deps, { onItem, onFault }, async () => {
      await this.#write(file, groups.take(), audit);
      if (audit !== null) await this.#writeFindings(this.#audit?.take(audit) ?? []);
      return !this.isStopped && !this.#deps.signal.aborted;
    });
  }

  async #write(file: string, summaries: Iterable<SessionSummary>, audit: FileAudit | null): Promise<void> {
    const name = inputName(file);
    const isPretty = this.#options.format === 'pretty';
    const treeSummaries: SessionSummary[] = [];
    let count = 0;
    for (const summary of summaries) {
      audit?.addSession(summary);
      if (isPretty) treeSummaries.push(summary);
      else this.#out.line(formatSessionLine(name, summary, audit?.linesOf(summary) ?? summary.rows));
      count += 1;
      if (count % FLUSH_BATCH_SIZE === 0) await this.#out.flush();
    }
    this.#writeTrees(name, treeSummaries);
    await this.#out.flush();
  }

  #writeTrees(name: string, summaries: readonly SessionSummary[]): void {
    if (summaries.length === 0) return;
    const paint = createPainter(shouldColor(this.#deps));
    if (this.#showsFile && this.#heading !== name) {
      this.#out.styledLine(paint(escapeForTerminalLine(name), 'underline'));
    }
    this.#heading = name;
    for (const sessions of groupByOrigin(summaries).values()) {
      for (const line of formatSessionTrees(sessions, paint)) this.#out.styledLine(line);
    }
  }

  async #writeFindings(items: readonly ReportedItem[]): Promise<void> {
    if (items.length === 0) return;
    const { format } = this.#options;
    const options = { isColored: shouldColor(this.#deps), showsFile: true, columns: this.#deps.columns };
    const write = createStreamWriter(format ?? 'json', options);
    const lines = new OutputBytes();
    for (const item of items) {
      write(item, lines);
      await this.#out.safeBytes(lines.take());
    }
    if (format === 'pretty') this.#out.line('');
  }

  #failFile(file: string, reason: string): void {
    this.#failedFiles += 1;
    this.#notes.line(`Couldn't read ${inputName(file)}: ${reason}.`);
  }
}

function isEvent(json: Json): boolean {
  return isJsonObject(json) && typeof json.eid === 'string';
}

const etsSentences: Readonly<Record<EtsFault, string>> = {
  missing: 'the event is not counted, because it has no ets',
  'not-a-number': 'the event is not counted, because its ets is not a number',
  'out-of-range': 'the event is not counted, because its ets is not a valid time',
};

function isEmptyOrigin({ did, channel, producer }: SessionOrigin): boolean {
  return did === '' && channel === '' && producer === '';
}

/** Prints notes about single lines of a file. */
class FileNotes {
  readonly #out: Output;
  readonly #file: string;
  #count = 0;
  #faults = 0;
  #emptyOrigins = 0;
  #firstEmptyOrigin = 0;

  constructor(out: Output, file: string) {
    this.#out = out;
    this.#file = file;
  }

  /** Whether a line could not be read. */
  get hasFaults(): boolean {
    return this.#faults > 0;
  }

  add(line: number, sentence: string): void {
    this.#count += 1;
    if (this.#count <= MAX_NOTES) this.#out.line(`${this.#file}:${line}: ${sentence}.`);
  }

  addFault(line: number, reason: string): void {
    this.#faults += 1;
    this.add(line, reason.replace(/\.$/, ''));
  }

  addEmptyOrigin(line: number): void {
    if (this.#emptyOrigins === 0) this.#firstEmptyOrigin = line;
    this.#emptyOrigins += 1;
  }

  end(): void {
    const more = this.#count - MAX_NOTES;
    if (more > 0) this.#out.line(`${this.#file}: … and ${formatNumber(more)} more.`);
    if (this.#emptyOrigins === 0) return;
    const events = pluralize(this.#emptyOrigins, 'event has', 'events have');
    this.#out.line(
      `${this.#file}:${this.#firstEmptyOrigin}: ${events} neither did nor channel nor pdata.id. They are summarized as those of one user.`,
    );
  }
}
