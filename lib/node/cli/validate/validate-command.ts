import { pluralize } from '#core/telemetry/wording';
import { fail, type Result, succeed } from '#core/util/result';
import type { CliDeps, ExitCode } from '../cli-deps';
import { printFailure } from '../output';
import { createPainter } from './painter';
import { FileValidator, type Totals } from './validate-files';
import { readValidateOptions, type ValidateOptions } from './validate-options';

/** Runs `telemetry-v3 validate` with the arguments after its name. */
export async function runValidate(args: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const options = readValidateOptions(args);
  if (!options.ok) return printFailure(deps, options.failure);
  const files = await resolveFiles(options.value.files, deps);
  if (!files.ok) return printFailure(deps, files.failure);
  const format = options.value.format ?? (deps.isTerminal ? 'pretty' : 'json');
  const isColored = format === 'pretty' && takesColors(deps);
  const { rules, severity, filter, isQuiet, maxWarnings } = options.value;
  const showsFile = files.value.length > 1;
  const validator = new FileValidator(deps, { rules, severity, filter, isQuiet, format, isColored, showsFile });
  for (const file of files.value) {
    await validator.validate(file);
    if (deps.signal.aborted) break;
  }
  const { totals } = validator;
  const hasTooMany = maxWarnings !== null && totals.severities.warning > maxWarnings;
  const code = await validator.end(format === 'pretty' ? summaryText(totals, isColored) : null);
  if (!hasTooMany) return code;
  return Math.max(
    code,
    await printFailure(
      deps,
      `${pluralize(totals.severities.warning, 'warning')}: more than --max-warnings ${maxWarnings}.`,
      1,
    ),
  ) as ExitCode;
}

/** `NO_COLOR` and `FORCE_COLOR` as Node.js reads them: https://nodejs.org/api/cli.html#force_color1-2-3 */
export function takesColors({ env, isTerminal }: Pick<CliDeps, 'env' | 'isTerminal'>): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused } = env;
  if (forced !== undefined) return !['0', 'false'].includes(forced);
  return isTerminal && !refused && env.TERM !== 'dumb';
}

/** The files that paths and patterns name, each once. */
async function resolveFiles(
  named: ValidateOptions['files'],
  deps: CliDeps,
): Promise<Result<readonly string[], string>> {
  const files: string[] = [];
  for (const name of named) {
    const isPattern = name !== '-' && /[*?[\]{}]/.test(name) && !deps.exists(name);
    const found = isPattern ? await deps.findFiles(name) : [name];
    if (found.length === 0) return fail(`No file matches ${name}.`);
    files.push(...found);
  }
  return succeed([...new Set(files)]);
}

/** As ESLint ends: how many problems of which severity, and of how many items. */
function summaryText({ items, verdicts, severities, filesRead, filesFailed }: Totals, isColored: boolean): string {
  const paint = createPainter(isColored);
  const { error, warning, info } = severities;
  const problems = `${pluralize(error, 'error')}, ${pluralize(warning, 'warning')}, ${pluralize(info, 'notice')}`;
  const color = error > 0 ? 'error' : warning > 0 ? 'warning' : 'valid';
  const { valid, invalid, unknown } = verdicts;
  const left = items - valid - invalid - unknown;
  const counts = [
    `${valid} valid`,
    `${invalid} invalid`,
    `${unknown} unknown`,
    ...(left > 0 ? [`${left} not checked`] : []),
  ];
  const files = pluralize(filesRead + filesFailed, 'file');
  return `${error + warning + info > 0 ? '\n' : ''}${paint(problems, color)} in ${pluralize(items, 'item')} of ${files}: ${counts.join(', ')}.`;
}
