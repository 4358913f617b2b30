import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import type { Writable } from 'node:stream';
import type { FullConfig, FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { escapeCiCommands } from '#core/quoting/ci-log-line';
import { escapeForTerminal } from '#core/quoting/terminal-text';
import { ruleName } from '#core/report/finding-groups';
import type { FindingReport } from '#core/report/finding-report';
import { severityOrder, severityTitles } from '#core/report/report-texts';
import { reportExtension, reportExtensions } from '#core/report/report-writers';
import { isAtLeast } from '#core/report/settle-findings';
import type { Severity } from '#core/telemetry/findings';
import { formatNumber, pluralize } from '#core/telemetry/wording';
import { findMax } from '#core/util/extremes';
import type { Result } from '#core/util/result';
import type { ReportDeps } from '#node/cli/cli-deps';
import { processReportDeps } from '#node/cli/report-deps';
import { repositoryFolder, writeReports } from '#node/cli/validate/write-reports';
import { loadProjectConfig, type ProjectConfig, type ProjectLocation } from '#node/config/project-config';
import { type Config, noConfig, ruleSetIdsOf } from '#node/config/read-config';
import { unknownNameText } from '#node/did-you-mean';
import { RunFindings } from './run-findings';
import { FINDINGS_ATTACHMENT, readTestFindings, type TestFindings } from './test-findings';

/** Options of the reporter in Playwright's configuration. */
export interface TelemetryReporterOptions {
  /**
   * Report files, relative to the folder of Playwright's configuration.
   * The extension determines the format: `.html`, `.xml` (JUnit), `.sarif`, `.md` or `.json`.
   */
  readonly report?: string | readonly string[];
}

/** Functions of the process for the reporter. */
interface ReporterDeps extends ReportDeps {
  readonly stdout: Pick<Writable, 'write'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Loads the configuration of the project. Fails with a sentence. */
  readonly loadProject: (location: ProjectLocation) => Promise<Result<ProjectConfig, string>>;
}

/**
 * Merges the telemetry of all tests into one summary and one report.
 * Reads only the attachments that the fixture added to the tests, so that merging the reports of other machines works.
 */
export default class TelemetryReporter implements Reporter {
  readonly #deps: ReporterDeps;
  readonly #reports: readonly string[];
  readonly #run = new RunFindings();
  #folder = process.cwd();
  #location: ProjectLocation = { rootDir: process.cwd() };

  /** @throws For an unknown option, and for a report file whose extension isn't a format. */
  constructor(options: TelemetryReporterOptions = {}, deps: ReporterDeps = processDeps) {
    const unknownOption = Object.keys(options).find((name) => !isReporterOption(name));
    if (unknownOption !== undefined) throw new Error(unknownNameText('option', unknownOption, ['report']));
    const { report = [] } = options;
    this.#deps = deps;
    this.#reports = typeof report === 'string' ? [report] : report;
    const unknownFile = this.#reports.find((file) => reportExtension(file) === null);
    if (unknownFile !== undefined) {
      throw new Error(`Unknown file extension: ${unknownFile}. Supported: ${reportExtensions.join(', ')}.`);
    }
  }

  /** Returns false, so that Playwright adds a default reporter if no other one prints. */
  printsToStdio(): boolean {
    return false;
  }

  onBegin({ configFile, rootDir }: FullConfig): void {
    this.#location = { rootDir, configFile };
    if (configFile !== undefined) this.#folder = dirname(configFile);
  }

  onTestEnd({ id, location }: TestCase, { retry, attachments }: TestResult): void {
    const root = repositoryFolder(this.#deps.env);
    const file = relative(root, location.file).split(sep).join('/');
    this.#run.add(id, retry, { file, line: location.line }, readAttachment(attachments));
  }

  async onEnd(): Promise<{ status?: FullResult['status'] } | undefined> {
    const { stdout, now } = this.#deps;
    const project = await this.#deps.loadProject(this.#location);
    const config = project.ok ? project.value.config : noConfig;
    const report = this.#run.report(now(), ruleSetIdsOf(config));
    const files = this.#reports.map((file) => resolve(this.#folder, file));
    const writeResult = await writeReports(report, files, this.#deps);
    const reportPaths = writeResult.ok ? files.map((file) => relative(process.cwd(), file)) : [];
    const summary = formatRunSummary(report, this.#run, reportPaths).join('\n');
    stdout.write(`\n${escapeCiCommands(escapeForTerminal(summary))}\n`);
    const failures = [
      ...(writeResult.ok ? [] : [writeResult.failure]),
      ...(project.ok ? failOnTexts(report, config) : [project.failure]),
    ];
    for (const failure of failures) this.#deps.stderr.write(`${escapeCiCommands(escapeForTerminal(failure))}\n`);
    return failures.length === 0 ? undefined : { status: 'failed' };
  }
}

/** Returns why findings fail the run by the configured `failOn`. */
function failOnTexts({ totals }: FindingReport, { failOn, hasFailOn }: Config): readonly string[] {
  if (!hasFailOn) return [];
  const failingSeverities = severityOrder.filter(
    (severity) => isAtLeast(severity, failOn) && totals.severities[severity] > 0,
  );
  if (failingSeverities.length === 0) return [];
  const counts = failingSeverities.map(
    (severity) => `${formatNumber(totals.severities[severity])} of severity ${severity}`,
  );
  return [`Telemetry findings fail the run: ${counts.join(', ')}. failOn is ${failOn}.`];
}

/** Whether a name is an option of the reporter, or one that Playwright adds. */
function isReporterOption(name: string): boolean {
  return name === 'report' || name === 'configDir' || name.startsWith('_');
}

/**
 * Reads the findings of a test.
 * Returns `null` for an unreadable attachment, and `undefined` without one.
 */
function readAttachment(attachments: TestResult['attachments']): TestFindings | null | undefined {
  const attachment = attachments.findLast(({ name }) => name === FINDINGS_ATTACHMENT);
  if (attachment === undefined) return undefined;
  try {
    const { body, path = '' } = attachment;
    return readTestFindings(body === undefined ? readFileSync(path, 'utf8') : body.toString('utf8'));
  } catch {
    return null;
  }
}

const processDeps: ReporterDeps = {
  ...processReportDeps,
  async writeText(file, texts) {
    await mkdir(dirname(file), { recursive: true });
    await processReportDeps.writeText(file, texts);
  },
  stdout: process.stdout,
  now: Date.now,
  loadProject: loadProjectConfig,
};

/** Maximum number of codes per severity in the summary. Reports list all. */
const MAX_CODES = 20;
/** Maximum number of lost events, and of requests with an unreadable body, in the summary. */
const MAX_LISTED = 20;

/** Formats the summary of a run for the terminal: totals, and a table of codes per severity. */
export function formatRunSummary(
  report: FindingReport,
  run: Pick<RunFindings, 'counts' | 'lostEvents' | 'unreadRequests'>,
  files: readonly string[],
): readonly string[] {
  const { tests, silent, retried, unreadable, lost, unreadRequests } = run.counts();
  const { items, verdicts } = report.totals;
  const eventCounts = [
    pluralize(items, 'event'),
    `${formatNumber(verdicts.invalid)} invalid`,
    `${formatNumber(lost)} lost`,
  ];
  return [
    `Telemetry of ${pluralize(tests, 'test')}: ${eventCounts.join(', ')}`,
    ...severityOrder.flatMap((severity) => severityTable(severity, report)),
    ...lostLines(lost, run.lostEvents()),
    ...unreadLines(unreadRequests, run.unreadRequests()),
    ...(silent > 0 ? [`  Without events: ${pluralize(silent, 'test')}`] : []),
    ...(retried > 0 ? [`  Retries: ${pluralize(retried, 'earlier attempt')} not counted`] : []),
    ...(unreadable > 0 ? [`  Not read: the telemetry of ${pluralize(unreadable, 'test')}`] : []),
    ...(files.length > 0 ? [`  Reports: ${files.join(', ')}`] : []),
  ];
}

/** Formats the codes of a severity with their counts, largest first. Returns no lines without findings. */
function severityTable(severity: Severity, { totals, counts }: FindingReport): readonly string[] {
  const findings = totals.severities[severity];
  if (findings === 0) return [];
  const sortedCounts = counts
    .filter((count) => count.severity === severity)
    .sort((one, other) => other.count - one.count);
  const listedCounts = sortedCounts.slice(0, MAX_CODES);
  const width = Math.max(0, findMax(listedCounts.map((count) => ruleName(count).length)));
  const more = sortedCounts.length - listedCounts.length;
  return [
    `  ${severityTitles[severity]}: ${formatNumber(findings)}`,
    ...listedCounts.map((count) => `    ${ruleName(count).padEnd(width)}  ${formatNumber(count.count)}`),
    ...(more > 0 ? [`    ${pluralize(more, 'more code')}`] : []),
  ];
}

function lostLines(lost: number, lostEvents: ReturnType<RunFindings['lostEvents']>): readonly string[] {
  const lines = lostEvents.map(
    ({ event, reason, location }) => `${location.file}:${location.line}  ${event}: ${reason}`,
  );
  return listLines('Lost', lost, lines, 'more lost event');
}

function unreadLines(count: number, requests: ReturnType<RunFindings['unreadRequests']>): readonly string[] {
  const lines = requests.map(({ method, url, isStopped, location }) => {
    const outcome = isStopped ? 'stopped, as the URL took telemetry before' : 'went to the network';
    return `${location.file}:${location.line}  ${method} ${url}: ${outcome}`;
  });
  return listLines('Unreadable bodies', count, lines, 'more request');
}

/** Formats a title with the total number, and the first lines. Returns nothing if there are no lines. */
function listLines(title: string, count: number, lines: readonly string[], more: string): readonly string[] {
  if (lines.length === 0) return [];
  const firstLines = lines.slice(0, MAX_LISTED).map((line) => `    ${line}`);
  const remaining = count - firstLines.length;
  return [
    `  ${title}: ${formatNumber(count)}`,
    ...firstLines,
    ...(remaining > 0 ? [`    ${pluralize(remaining, more)}`] : []),
  ];
}
