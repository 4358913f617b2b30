import { fateMessage } from '#core/pipeline/fate-message';
import { findingText } from '#core/report/english-findings';
import { englishText } from '#core/report/english-text';
import { EXAMPLE_SCHEMA_FILE } from '#core/rules/reference/rule-catalog';
import {
  createRuleReference,
  type ExampleValueView,
  type ExampleView,
  isSessionRule,
  type RuleReferenceEntry,
} from '#core/rules/reference/rule-reference';
import { schemaProblemExamples } from '#core/schemas/schema-problem-examples';
import { tableCell } from './interpretations-table';
import { referenceText } from './reference-text';

const SEVERITIES = { error: 'Error', warning: 'Warning', info: 'Notice' } as const;
const SUBJECTS: Readonly<Record<string, string>> = {
  'file-item': 'Item of a file',
  'batch-item': 'Item of a batch',
  body: 'Body of a request',
  session: 'Events of a session',
};

/** Returns the sections of docs/rules.md in Markdown, one for each code. */
export function rulesText(): string {
  const groups = createRuleReference();
  const contents = groups.map(({ code, rules }) => {
    const links = rules.map(({ id }) => `[${id}](#${id})`);
    return `| [${code}](#code-${code}) | ${links.join(', ')} |`;
  });
  const sections = groups.flatMap(({ code, rules }) => [`## Code ${code}`, ...rules.map(ruleText)]);
  const rules = [['| Code | Rules |', '|---|---|', ...contents].join('\n'), ...sections];
  return [...rules, '## Schema problems', PROBLEMS_INTRO, problemTable()].join('\n\n');
}

const PROBLEMS_INTRO =
  'The import of a set of schemas reports these problems of its files. `unusable`: the file is ignored. `partial`: a part of the file is ignored. `notice`: the check is not affected.';

function problemTable(): string {
  const rows = schemaProblemExamples().map(({ code, severity, message }) => {
    const cells = [
      `\`${code}\``,
      `\`${severity}\``,
      englishText(message),
      referenceText(`rules.schemaProblem.${code}`),
    ];
    return `| ${cells.map(tableCell).join(' | ')} |`;
  });
  return ['| Code | Severity | Message | Fix |', '|---|---|---|---|', ...rows].join('\n');
}

function ruleText({ id, severity, ruleSets, example, fate }: RuleReferenceEntry): string {
  const head = `${referenceText(`rules.${id}.title`)} · ${SEVERITIES[severity]} · Rule sets: ${ruleSets.join(', ')}`;
  const parts = [`### ${id}`, head, referenceText(`rules.${id}.meaning`), `Fix: ${referenceText(`rules.${id}.fix`)}`];
  if (isSessionRule(id)) parts.push(`In the reports: ${referenceText(`rules.${id}.consequence`)}`);
  const consequence = fate === null ? null : tableCell(englishText(fateMessage(fate)));
  if (example !== null) parts.push(exampleTable(example, consequence));
  else if (consequence !== null) parts.push(`Behind the collector: ${consequence}`);
  return parts.join('\n\n');
}

function exampleTable({ subject, schema, wrong, right, finding }: ExampleView, consequence: string | null): string {
  return [
    `| Example | ${SUBJECTS[subject] ?? `\`${subject}\``} |`,
    '|---|---|',
    ...(schema === null ? [] : [`| Schema \`${EXAMPLE_SCHEMA_FILE}\` | \`${schema}\` |`]),
    `| Wrong | ${valuesText(wrong)} |`,
    `| Finding | ${tableCell(findingText(finding))} |`,
    ...(consequence === null ? [] : [`| Behind the collector | ${consequence} |`]),
    `| Correct | ${valuesText(right)} |`,
  ].join('\n');
}

function valuesText(values: readonly ExampleValueView[]): string {
  const texts = values.map(({ path, json }) => {
    const value = json === null ? 'not set' : `\`${json}\``;
    return path === '' ? value : `\`${path}\`: ${value}`;
  });
  return tableCell(texts.join('; '));
}
