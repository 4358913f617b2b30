import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { FindingReport } from '#core/report/finding-report';
import { writeGithubAnnotations } from '#core/report/github-annotations';
import { MAX_SUMMARY_BYTES, writeMarkdownReport } from '#core/report/markdown-report';
import { writeReportParts } from '#core/report/report-writers';
import { fail, type Result, succeed } from '#core/util/result';
import type { CliDeps, ReportDeps } from '../cli-deps';
import { Output, printMessage } from '../output';
import { fileFailure } from '../read-failure';
import type { ValidateOptions } from './validate-options';

/** Whether a report file is requested, or GitHub Actions shows the findings. */
export function isReportWanted(
  { reports }: Pick<ValidateOptions, 'reports'>,
  { env }: Pick<ReportDeps, 'env'>,
): boolean {
  return reports.length > 0 || isGithub(env) || summaryFile(env) !== null;
}

/**
 * Checks before a run that output files can be written. Returns a sentence if one cannot, else `null`.
 *
 * @param inputs all files that the run reads, also its configuration and baseline. `null` for an absent one
 */
export async function findReportProblem(
  outputs: readonly string[],
  inputs: readonly (string | null)[],
  deps: Pick<CliDeps, 'findWriteProblem' | 'identifyFile'>,
): Promise<string | null> {
  for (const [index, file] of outputs.entries()) {
    if (await isOneOf(inputs, file, deps)) return `${file} is an input. Write to another file.`;
    if (await isOneOf(outputs.slice(0, index), file, deps))
      return `${file} is another output, too. Write to different files.`;
    const problem = await deps.findWriteProblem(file);
    if (problem !== null) return `Couldn't write ${file}: ${problem}.`;
  }
  return null;
}

interface RunOutputs {
  readonly reports: readonly string[];
  readonly baseline: string | null;
  readonly updatesBaseline: boolean;
}

/** Like {@link findReportProblem}. A baseline is written if it is updated; otherwise, it is an input. */
export function findOutputProblem(
  { reports, baseline, updatesBaseline }: RunOutputs,
  inputs: readonly (string | null)[],
  deps: Pick<CliDeps, 'findWriteProblem' | 'identifyFile'>,
): Promise<string | null> {
  return baseline !== null && updatesBaseline
    ? findReportProblem([...reports, baseline], inputs, deps)
    : findReportProblem(reports, [...inputs, baseline], deps);
}

/** Compares the paths of files, and also the targets of links, because writing through a link truncates its target. */
async function isOneOf(
  others: readonly (string | null)[],
  file: string,
  { identifyFile }: Pick<CliDeps, 'identifyFile'>,
): Promise<boolean> {
  const identity = await identifyFile(file);
  for (const other of others) {
    if (other === null || other === '-') continue;
    if (resolve(other) === resolve(file)) return true;
    if (identity !== null && identity === (await identifyFile(other))) return true;
  }
  return false;
}

/**
 * Writes report files, and the job summary and the annotations of GitHub Actions.
 * Fails with a sentence.
 *
 * @param options.hasAnnotations `false` if a problem matcher creates the annotations
 */
export async function writeReports(
  report: FindingReport,
  files: readonly string[],
  deps: ReportDeps,
  { hasAnnotations = true }: { readonly hasAnnotations?: boolean } = {},
): Promise<Result<null, string>> {
  for (const file of files) {
    const result = await writeFileTexts(file, writeReportParts(report, file), deps);
    if (!result.ok) return result;
  }
  const summary = summaryFile(deps.env);
  const problem = summary === null ? null : await appendSummary(report, summary, deps);
  if (hasAnnotations && isGithub(deps.env)) {
    // Standard output may be a file of JSON lines. The runner reads commands from standard error, too.
    const out = new Output(deps.stderr);
    for (const line of writeGithubAnnotations(report)) out.safeText(`${line}\n`);
    await out.flush();
  }
  // The run does not fail: the user did not request a summary, and the output contains the findings.
  if (problem !== null) await printMessage(deps, `Couldn't write the job summary: ${problem}.`);
  return succeed(null);
}

/**
 * Appends the report to the job summary, whose size limit applies to all commands of a step.
 * Returns why nothing was appended, as a part of a sentence, or `null`.
 */
async function appendSummary(report: FindingReport, file: string, deps: ReportDeps): Promise<string | null> {
  const previousText = deps.exists(file) ? await deps.readText(file).catch(() => '') : '';
  const remainingBytes = MAX_SUMMARY_BYTES - Buffer.byteLength(previousText);
  const text = writeMarkdownReport(report, remainingBytes);
  if (Buffer.byteLength(text) > remainingBytes) return 'it has no room left';
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
 * Creates a function that converts paths to the form of CI reports.
 * Paths have `/`, and are relative to the {@link repositoryFolder}. Files outside of this folder have absolute paths.
 */
export function createWorkspacePaths(env: ReportDeps['env']): (file: string) => string {
  const paths = new Map<string, string>();
  return (file) => {
    const path = paths.get(file) ?? toWorkspacePath(file, env);
    paths.set(file, path);
    return path;
  };
}

/** Variables with the repository's folder in GitHub, GitLab, Azure Pipelines, Bitbucket and CircleCI. */
const REPOSITORY_VARIABLES = [
  'GITHUB_WORKSPACE',
  'CI_PROJECT_DIR',
  'BUILD_SOURCESDIRECTORY',
  'BITBUCKET_CLONE_DIR',
  'CIRCLE_WORKING_DIRECTORY',
] as const;

/** Returns the folder of the repository that a CI has checked out, or the working directory. */
export function repositoryFolder(env: ReportDeps['env']): string {
  return REPOSITORY_VARIABLES.map((name) => env[name]).find((folder) => folder && isAbsolute(folder)) ?? process.cwd();
}

function toWorkspacePath(file: string, env: ReportDeps['env']): string {
  if (file === '-') return file;
  const absolute = resolve(file);
  const path = relative(repositoryFolder(env), absolute);
  const isOutside = path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
  return (isOutside ? absolute : path).split(sep).join('/');
}
