import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { FindingReport } from '#core/report/finding-report';
import { writeGithubAnnotations } from '#core/report/github-annotations';
import { MAX_SUMMARY_BYTES, writeMarkdownReport } from '#core/report/markdown-report';
import { writeReportParts } from '#core/report/report-writers';
import { fail, type Result, succeed } from '#core/util/result';
import type { CliDeps, ReportDeps } from '../cli-deps';
import { Output, printFailure } from '../output';
import { fileFailure } from '../read-failure';
import type { ValidateOptions } from './validate-options';

/** Whether a report file is to be written, or GitHub Actions shows what is found. */
export function isReportWanted(
  { reports }: Pick<ValidateOptions, 'reports'>,
  { env }: Pick<ReportDeps, 'env'>,
): boolean {
  return reports.length > 0 || isGithub(env) || summaryFile(env) !== null;
}

/** Finds a report file that cannot be written, before an input is read for it. Returns a sentence, or `null`. */
export async function findReportProblem(
  reports: readonly string[],
  inputs: readonly string[],
  { findWriteProblem }: Pick<CliDeps, 'findWriteProblem'>,
): Promise<string | null> {
  for (const file of reports) {
    if (inputs.some((input) => input !== '-' && resolve(input) === resolve(file)))
      return `${file} is an input. Write the report to another file.`;
    const problem = await findWriteProblem(file);
    if (problem !== null) return `Couldn't write ${file}: ${problem}.`;
  }
  return null;
}

/**
 * Writes report files, and the job summary and the annotations of GitHub Actions.
 * Fails with a sentence.
 *
 * @param options.hasAnnotations `false` where a problem matcher makes the annotations
 */
export async function writeReports(
  report: FindingReport,
  files: readonly string[],
  deps: ReportDeps,
  { hasAnnotations = true }: { readonly hasAnnotations?: boolean } = {},
): Promise<Result<null, string>> {
  for (const file of files) {
    const written = await writeFileTexts(file, writeReportParts(report, file), deps);
    if (!written.ok) return written;
  }
  const summary = summaryFile(deps.env);
  const problem = summary === null ? null : await appendSummary(report, summary, deps);
  if (hasAnnotations && isGithub(deps.env)) {
    // The standard output may be a file of JSON lines. The runner reads commands from the standard error, too.
    const out = new Output(deps.stderr);
    for (const line of writeGithubAnnotations(report)) out.safeText(`${line}\n`);
    await out.flush();
  }
  // No summary was requested, and the findings are in the output.
  if (problem !== null) await printFailure(deps, `Couldn't write the job summary: ${problem}.`);
  return succeed(null);
}

/**
 * Whatever an earlier command of the step wrote to the summary takes part of its room.
 * Returns why nothing was added, as a part of a sentence, or `null`.
 */
async function appendSummary(report: FindingReport, file: string, deps: ReportDeps): Promise<string | null> {
  const before = deps.exists(file) ? await deps.readText(file).catch(() => '') : '';
  const room = MAX_SUMMARY_BYTES - Buffer.byteLength(before);
  const text = writeMarkdownReport(report, room);
  if (Buffer.byteLength(text) > room) return 'it has no room left';
  try {
    await deps.appendText(file, text);
    return null;
  } catch (error) {
    return fileFailure(error);
  }
}

function isGithub(env: ReportDeps['env']): boolean {
  return env.GITHUB_ACTIONS === 'true';
}

function summaryFile({ GITHUB_STEP_SUMMARY: file }: ReportDeps['env']): string | null {
  return file || null;
}

export async function writeFileTexts(
  file: string,
  texts: Iterable<string>,
  deps: Pick<CliDeps, 'writeText'>,
): Promise<Result<null, string>> {
  try {
    await deps.writeText(file, texts);
    return succeed(null);
  } catch (error) {
    return fail(`Couldn't write ${file}: ${fileFailure(error)}.`);
  }
}

/**
 * Creates a function that returns a path as CI names files: relative to the checked-out repository (`GITHUB_WORKSPACE`), or
 * to the working directory elsewhere, with `/`. A file outside of it has its absolute path.
 */
export function createWorkspacePaths(env: ReportDeps['env']): (file: string) => string {
  const paths = new Map<string, string>();
  return (file) => {
    const path = paths.get(file) ?? toWorkspacePath(file, env);
    paths.set(file, path);
    return path;
  };
}

function toWorkspacePath(file: string, { GITHUB_WORKSPACE: workspace }: ReportDeps['env']): string {
  if (file === '-') return file;
  const absolute = resolve(file);
  const path = relative(workspace || process.cwd(), absolute);
  const isOutside = path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
  return (isOutside ? absolute : path).split(sep).join('/');
}
