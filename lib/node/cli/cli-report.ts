import { pathText } from '#core/json/json';
import type { Finding, Verdict } from '#core/telemetry/findings';
import { plural } from '#core/telemetry/wording';

/** Writes a verdict as one or more lines, without the last line feed. */
export type Report = (index: number, verdict: Verdict) => string;

/** One JSON line per item, for programs. */
export const jsonReport: Report = (index, { kind, verdict, findings }) => {
  const plain = findings.map(({ ruleSet, severity, code, path, message }) => ({
    ruleSet,
    severity,
    code,
    path,
    message,
  }));
  return JSON.stringify({ index, kind, verdict, findings: plain });
};

const colours = { valid: 32, invalid: 31, unknown: 33, error: 31, notice: 33, faint: 2 } as const;

/** Lines for people, coloured where the terminal can. */
export function prettyReport(isColoured: boolean): Report {
  const paint = (text: string, colour: keyof typeof colours) =>
    isColoured ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
  const findingLine = ({ severity, path, message, ruleSet }: Finding) => {
    const place = path.length > 0 ? `${withoutControls(pathText(path))}: ` : '';
    return `    ${paint(severity.padEnd(6), severity)} ${place}${message} ${paint(`(${ruleSet})`, 'faint')}`;
  };
  return (index, { kind, verdict, findings }) => {
    const head = `${String(index).padStart(3)} ${paint(verdict.padEnd(7), verdict)} ${kind ?? ''}`.trimEnd();
    return [head, ...findings.map(findingLine)].join('\n');
  };
}

/** A key of the page may hold codes that move a terminal's cursor. Messages are escaped already. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '�');
}

/** How many items had each verdict. */
export type Tally = Readonly<Record<Verdict['verdict'], number>>;

export function tallyText({ valid, invalid, unknown }: Tally): string {
  return `${plural(valid + invalid + unknown, 'item')}: ${valid} valid, ${invalid} invalid, ${unknown} unknown.`;
}
