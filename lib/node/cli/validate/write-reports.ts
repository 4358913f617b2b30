import type { FindingReport } from '#core/report/finding-report';
import { writeGithubAnnotations } from '#core/report/github-annotations';
import { MAX_SUMMARY_BYTES, writeMarkdownReport } from '#core/report/markdown-report';
import { writeReport } from '#core/report/report-writers';
import { type Result, succeed } from '#core/util/result';
import type { ReportDeps } from '../cli-deps';
import { Output } from '../output';
import { writeFileText } from './load-files';
import type { ValidateOptions } from './validate-options';

/** Whether a report file is to be written, or GitHub Actions shows what is found. */
export function isReportWanted(
  { reports }: Pick<ValidateOptions, 'reports'>,
  { env }: Pick<ReportDeps, 'env'>,
): boolean {
  return reports.length > 0 || isGithub(env) || summaryFile(env) !== null;
}

/**
 * Writes report files, and the job summary and the annotations of GitHub Actions.
 * Fails with a sentence.
 */
export async function writeReports(
  report: FindingReport,
  files: readonly string[],
  deps: ReportDeps,
): Promise<Result<null, string>> {
  for (const file of files) {
    const written = await writeFileText(file, writeReport(report, file), deps);
    if (!written.ok) return written;
  }
  const summary = summaryFile(deps.env);
  if (summary !== null) await appendSummary(report, summary, deps);
  if (isGithub(deps.env)) {
    // The standard output may be a file of JSON lines. The runner reads commands from the standard error, too.
    const out = new Output(deps.stderr);
    for (const line of writeGithubAnnotations(report)) out.safeText(`${line}\n`);
    await out.flush();
  }
  return succeed(null);
}

/** Whatever an earlier command of the step wrote to the summary takes part of its room. */
async function appendSummary(report: FindingReport, file: string, deps: ReportDeps): Promise<void> {
  const before = deps.exists(file) ? await deps.readText(file).catch(() => '') : '';
  const room = MAX_SUMMARY_BYTES - Buffer.byteLength(before);
  const text = writeMarkdownReport(report, room);
  // Without the summary, the findings are still in the output.
  if (Buffer.byteLength(text) <= room) await deps.appendText(file, text).catch(() => {});
}

function isGithub(env: ReportDeps['env']): boolean {
  return env.GITHUB_ACTIONS === 'true';
}

function summaryFile({ GITHUB_STEP_SUMMARY: file }: ReportDeps['env']): string | null {
  return file || null;
}
