import type { ImportedSchema } from '#core/schemas/import-schemas';
import { locationOfProblem, type SchemaProblem } from '#core/schemas/schema-problem';
import { pluralize } from '#core/telemetry/wording';
import { fail, type Result, succeed } from '#core/util/result';
import { problemLines, problemText } from '../../schemas/schema-problem-lines';
import { importSchemaSet, readSchemaSet } from '../../schemas/schema-sets';
import { parseSchemaSource, type SchemaSource } from '../../schemas/schema-source';
import type { CliDeps, ExitCode } from '../cli-deps';
import { endOutput, Output, printFailure } from '../output';
import { type OptionTable, readArguments } from '../read-arguments';
import { readOneOf } from '../validate/shared-options';

const formats = ['text', 'json'] as const;

const optionTable = { format: { type: 'string', short: 'f' } } as const satisfies OptionTable;

export const rulesHelp = `Shows how JSON Schemas are imported: which schema applies to which events, and what can't be used.

Usage:
  telemetry-v3 rules check [OPTIONS] PATH…

PATH is a file, a folder or a zip file of JSON Schemas, as for validate --schemas. NAME=PATH names the set.

Options:
  -f, --format text|json  Output: readable text, or one JSON document. Default: text
  -h, --help              Show this help

Exit codes: 0: everything can be used. 1: a schema or a part of one is ignored.
2: a PATH couldn't be read, or an option is invalid.`;

interface RulesOptions {
  readonly format: (typeof formats)[number];
  readonly sources: readonly SchemaSource[];
}

/** Runs `telemetry-v3 rules` with the arguments after its name. */
export async function runRules(args: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const options = readRulesOptions(args);
  if (!options.ok) return printFailure(deps, options.failure);
  const { format, sources } = options.value;
  const out = new Output(deps.stdout);
  const sets: CheckedSet[] = [];
  for (const source of sources) {
    const set = await readSchemaSet(source, deps);
    if (!set.ok) return printFailure(deps, set.failure);
    const { schemas, problems } = await importSchemaSet(set.value, deps);
    sets.push({ ...source, files: set.value.files.length, schemas, problems });
  }
  if (format === 'json') out.line(JSON.stringify(toJson(sets)));
  else for (const line of sets.flatMap(formatSet)) out.line(line);
  return endOutput(out, deps, sets.every(isUsable) ? 0 : 1);
}

interface CheckedSet extends SchemaSource {
  /** Number of files that were read. */
  readonly files: number;
  readonly schemas: readonly ImportedSchema[];
  readonly problems: readonly SchemaProblem[];
}

function readRulesOptions(args: readonly string[]): Result<RulesOptions, string> {
  const commandLine = readArguments(args, optionTable);
  if (!commandLine.ok) return commandLine;
  const format = readOneOf('format', commandLine.value.values.format, formats);
  if (!format.ok) return format;
  const [action, ...paths] = commandLine.value.positionals;
  if (action !== 'check') return fail('Use telemetry-v3 rules check PATH. See --help.');
  if (paths.length === 0) return fail('telemetry-v3 rules check needs a file, a folder or a zip file. See --help.');
  return succeed({ format: format.value ?? 'text', sources: paths.map(parseSchemaSource) });
}

function isUsable({ problems }: CheckedSet): boolean {
  return problems.every(({ severity }) => severity === 'notice');
}

function toJson(sets: readonly CheckedSet[]): object {
  return {
    format: 'telemetry-v3-rules',
    version: 1,
    sets: sets.map(({ name, path, files, schemas, problems }) => ({
      ruleSet: `schema:${name}`,
      path,
      files,
      schemas,
      problems: problems.map((problem) => ({ ...problem, detail: undefined, message: problemText(problem) })),
    })),
  };
}

function formatSet({ name, path, files, schemas, problems }: CheckedSet): readonly string[] {
  const heading = `schema:${name}: ${pluralize(schemas.length, 'schema')} in ${pluralize(files, 'file')} from ${path}`;
  const schemaLines = schemas.map(
    (schema) => `  ${targetText(schema)}: ${locationOfProblem(schema)} (${schema.draft})`,
  );
  return [
    heading,
    ...schemaLines,
    ...formatSection('Not used', problems, 'unusable'),
    ...formatSection('Partly used', problems, 'partial'),
    ...formatSection('Notices', problems, 'notice'),
  ];
}

function targetText({ target }: ImportedSchema): string {
  if (target.type === 'all') return 'all events';
  return target.type === 'eid' ? target.eids.join(', ') : target.match || 'all events';
}

function formatSection(
  title: string,
  problems: readonly SchemaProblem[],
  severity: SchemaProblem['severity'],
): string[] {
  const lines = problemLines(problems.filter((problem) => problem.severity === severity));
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}
