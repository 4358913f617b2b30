import type { JsonObject } from '#core/json/json';
import { findingText, ruleSetTitle } from '#core/report/messages';
import type { Finding, Verdict } from '#core/telemetry/findings';
import { plural } from '#core/telemetry/wording';

/** Writes a verdict as one or more lines, without the last line feed. */
export type Report = (index: number, verdict: Verdict) => string;

/** One JSON line per item, for programs. */
export const jsonReport: Report = (index, { kind, verdict, findings }) => {
  return JSON.stringify({ index, kind, verdict, findings: findings.map(findingJson) });
};

function findingJson(finding: Finding): JsonObject {
  const { ruleSet, severity, code, path, params } = finding;
  return { ruleSet, severity, code, path, message: findingText(finding), params };
}

const colours = { valid: 32, invalid: 31, unknown: 33, error: 31, warning: 33, info: 33, faint: 2 } as const;

/** Lines for people, coloured where the terminal can. */
export function prettyReport(isColoured: boolean): Report {
  const paint = (text: string, colour: keyof typeof colours) =>
    isColoured ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
  const findingLine = (finding: Finding) => {
    const { severity, ruleSet } = finding;
    return `    ${paint(severityNames[severity].padEnd(6), severity)} ${findingText(finding)} ${paint(`(${ruleSetTitle(ruleSet)})`, 'faint')}`;
  };
  return (index, { kind, verdict, findings }) => {
    const head = `${String(index).padStart(3)} ${paint(verdict.padEnd(7), verdict)} ${kind ?? ''}`.trimEnd();
    return [head, ...findings.map(findingLine)].join('\n');
  };
}

const severityNames = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** How many items had each verdict. */
export type Tally = Readonly<Record<Verdict['verdict'], number>>;

export function tallyText({ valid, invalid, unknown }: Tally): string {
  return `${plural(valid + invalid + unknown, 'item')}: ${valid} valid, ${invalid} invalid, ${unknown} unknown.`;
}
