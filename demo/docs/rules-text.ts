import { findingText } from '#core/report/english-findings';
import {
  createRuleReference,
  type RuleReferenceEntry,
  type ShownExample,
  type ShownValue,
} from '#core/rules/reference/rule-reference';
import { tableCell } from './readings-table';
import { referenceText } from './reference-text';

const SEVERITIES = { error: 'Error', warning: 'Warning', info: 'Notice' } as const;
const SUBJECTS: Readonly<Record<string, string>> = { 'file-item': 'Item of a file', 'batch-item': 'Item of a batch' };

/** Makes the sections of docs/rules.md, one for each code, in Markdown. */
export function rulesText(): string {
  const groups = createRuleReference();
  const contents = groups.map(({ code, rules }) => {
    const links = rules.map(({ id }) => `[${id}](#${id})`);
    return `| [${code}](#code-${code}) | ${links.join(', ')} |`;
  });
  const sections = groups.flatMap(({ code, rules }) => [`## Code ${code}`, ...rules.map(ruleText)]);
  return [['| Code | Rules |', '|---|---|', ...contents].join('\n'), ...sections].join('\n\n');
}

function ruleText({ id, severity, ruleSets, example }: RuleReferenceEntry): string {
  const head = `${referenceText(`rules.${id}.title`)} · ${SEVERITIES[severity]} · Rule sets: ${ruleSets.join(', ')}`;
  const parts = [`### ${id}`, head, referenceText(`rules.${id}.meaning`), `Fix: ${referenceText(`rules.${id}.fix`)}`];
  return [...parts, ...(example ? [exampleTable(example)] : [])].join('\n\n');
}

function exampleTable({ subject, wrong, right, finding }: ShownExample): string {
  return [
    `| Example | ${SUBJECTS[subject] ?? `\`${subject}\``} |`,
    '|---|---|',
    `| Wrong | ${valuesText(wrong)} |`,
    `| Finding | ${tableCell(findingText(finding))} |`,
    `| Correct | ${valuesText(right)} |`,
  ].join('\n');
}

function valuesText(values: readonly ShownValue[]): string {
  const texts = values.map(({ path, json }) => {
    const value = json === null ? 'not set' : `\`${json}\``;
    return path === '' ? value : `\`${path}\`: ${value}`;
  });
  return tableCell(texts.join('; '));
}
