import { isDropped } from '#core/pipeline/event-fate';
import { escapeCiCommands } from '#core/quoting/ci-log-line';
import { escapeForTerminal, escapeForTerminalLine } from '#core/quoting/terminal-text';
import { ruleName } from '#core/report/finding-groups';
import {
  locationInFile,
  messageWithLocation,
  messageWithRelated,
  type RelatedItem,
  type ReportedFate,
  type ReportedFinding,
  type ReportedItem,
} from '#core/report/reported-finding';
import type { RuleSetVerdicts } from '#core/rules/rule-set-verdicts';
import type { EventKind } from '#core/telemetry/kinds';
import type { OutputBytes } from '../../output-bytes';
import { createPainter, type Paint } from './painter';

/**
 * Output format. `json`: one JSON line per item. `unix`: one line per finding, as compilers write.
 * `pretty`: groups for a terminal. `none`: nothing.
 */
export type ItemFormat = 'json' | 'unix' | 'pretty' | 'none';

export interface FormatterOptions {
  readonly isColored: boolean;
  readonly showsFile: boolean;
  /** Width of the terminal, at which lines wrap, or `null` for no wrapping. */
  readonly columns?: number | null;
}

type WriteItem = (item: ReportedItem, out: OutputBytes) => void;

/** Location and name of an item without findings. */
interface CleanItem {
  readonly index: number;
  readonly line: number;
  readonly kind: EventKind;
  readonly mid: string | null;
}

/** Formats an event without findings. */
export type CleanFormatter = (item: CleanItem) => string;

/**
 * Creates a formatter of events without findings.
 * Writes the same lines as `JSON.stringify`, in a fifth of the time.
 *
 * @param verdicts the verdict of each rule set on such an event.
 */
export function createCleanFormatter(
  format: ItemFormat,
  file: string | null,
  verdicts: RuleSetVerdicts,
): CleanFormatter {
  if (format !== 'json') return () => '';
  const fileField = file === null ? '' : `,"file":${safeJson(file)}`;
  const verdictJson = `"verdict":"valid"${verdictsField(verdicts)}`;
  return ({ index, line, kind, mid }) =>
    `{"index":${index}${fileField},"line":${line},"kind":"${kind}",${verdictJson},"eid":"${kind.toUpperCase()}","mid":${safeIdJson(mid)},"findings":[]}\n`;
}

/**
 * Creates a writer for findings of rules over many events.
 * In JSON, the field `stream` distinguishes these lines from the lines of items.
 */
export function createStreamWriter(format: ItemFormat, options: FormatterOptions): WriteItem {
  if (format !== 'json') return createItemWriter(format, options);
  return (item, out) => {
    const { kind, verdict, eid, mid } = item;
    const findings = item.findings.map(({ ruleSet, severity, code, path, params, message, known, related = [] }) => ({
      ruleSet,
      severity,
      code,
      path,
      params,
      message,
      ...(known ? { known } : {}),
      related: related.map((location) => locationFields(location, options.showsFile)),
    }));
    out.addText(
      `${safeJson({ stream: true, ...locationFields(item, options.showsFile), kind, verdict, eid, mid, findings })}\n`,
    );
  };
}

/** Creates a writer of items. It writes lines with line feeds, or nothing. */
export function createItemWriter(
  format: ItemFormat,
  { isColored, showsFile, columns = null }: FormatterOptions,
): WriteItem {
  switch (format) {
    case 'json':
      return (item, out) => writeJsonLine(item, showsFile, out);
    case 'pretty':
      return (item, out) =>
        // Terminals of containers and test tools may report a width of 0.
        out.addText(escapeCiCommands(prettyLines(item, createPainter(isColored), columns || Number.POSITIVE_INFINITY)));
    case 'unix':
      return (item, out) => out.addText(unixLines(item));
    case 'none':
      return () => {};
  }
}

/** Writes the same line as `JSON.stringify`. Caches the JSON of shared findings. */
function writeJsonLine(item: ReportedItem, showsFile: boolean, out: OutputBytes): void {
  const { index, file, line, request, kind, verdict, verdicts, eid, mid, findings, fate } = item;
  const location = `"index":${index}${showsFile ? `,"file":${safeJson(file)}` : ''},"line":${line}`;
  const requestField = request === undefined ? '' : `,"request":${safeJson(request)}`;
  const head = `${location}${requestField},"kind":${kind === null ? 'null' : `"${kind}"`},"verdict":"${verdict}"${verdictsField(verdicts)}`;
  out.addText(`{${head},"eid":${safeIdJson(eid)},"mid":${safeIdJson(mid)},"findings":[`);
  if (fate === undefined) out.addBytes(encodeLineEnd(findings));
  else out.addText(`${findings.map(findingJson).join(',')}],"fate":${fateJson(fate, showsFile)}}\n`);
}

const verdictFields = new WeakMap<RuleSetVerdicts, string>();

/** Returns the JSON field `verdicts` with a comma before, or an empty string without verdicts. */
function verdictsField(verdicts: RuleSetVerdicts | undefined): string {
  if (verdicts === undefined) return '';
  const cached = verdictFields.get(verdicts);
  if (cached !== undefined) return cached;
  const field = `,"verdicts":${safeJson(verdicts)}`;
  verdictFields.set(verdicts, field);
  return field;
}

function fateJson(
  { step, reason, params, effects, message, observed, related }: ReportedFate,
  showsFile: boolean,
): string {
  const first = related === undefined ? {} : { related: locationFields(related, showsFile) };
  return safeJson({
    step,
    reason,
    params,
    effects,
    message,
    ...(observed === undefined ? {} : { observed }),
    ...first,
  });
}

function locationFields({ index, file, line, request }: RelatedItem, showsFile: boolean): object {
  return { index, ...(showsFile ? { file } : {}), line, ...(request === undefined ? {} : { request }) };
}

const lineEnds = new WeakMap<readonly ReportedFinding[], Uint8Array>();

/** Returns the end of a JSON line in UTF-8, from the first finding on. */
function encodeLineEnd(findings: readonly ReportedFinding[]): Uint8Array {
  const cached = lineEnds.get(findings);
  if (cached !== undefined) return cached;
  const bytes = Buffer.from(`${findings.map(findingJson).join(',')}]}\n`);
  lineEnds.set(findings, bytes);
  return bytes;
}

const findingTexts = new WeakMap<ReportedFinding, string>();

function findingJson(finding: ReportedFinding): string {
  const cached = findingTexts.get(finding);
  if (cached !== undefined) return cached;
  const { ruleSet, severity, code, path, params, message, known } = finding;
  const json = safeJson({ ruleSet, severity, code, path, params, message, ...(known ? { known } : {}) });
  findingTexts.set(finding, json);
  return json;
}

/** Formats an item as a group of lines, like ESLint does for a file: location and name, then findings. */
function prettyLines(item: ReportedItem, paint: Paint, columns: number): string {
  const { kind, verdict, eid, mid, findings, fate } = item;
  const newFindings = findings.filter(({ known }) => !known);
  if (newFindings.length === 0 && fate === undefined) return '';
  const name = escapeForTerminalLine(eid ?? kind ?? verdict);
  const head = `  ${paint(escapeForTerminalLine(locationInFile(item)), 'bold')}  ${name}${mid === null ? '' : paint(`  ${escapeForTerminalLine(mid)}`, 'dim')}`;
  const fateLines = fate === undefined ? [] : [fateLine(fate, paint)];
  return `${[head, ...newFindings.map((finding) => findingLine(finding, paint, columns)), ...fateLines].join('\n')}\n`;
}

/** Formats a fate as one line without wrapping, so that tools like grep find it. */
function fateLine(fate: ReportedFate, paint: Paint): string {
  const { message, related, observed } = fate;
  const first =
    related === undefined ? '' : ` (line ${related.line} of ${related.file === '-' ? 'stdin' : related.file})`;
  const flags = observed === undefined ? '' : ` ${observed.message}`;
  const name = paint('fate'.padEnd(7), isDropped(fate) ? 'error' : 'valid');
  return `    ${name}  ${escapeForTerminalLine(`${message}${first}${flags}`)}`;
}

export const severityLabels = { error: 'error', warning: 'warning', info: 'notice' } as const;

function findingLine(finding: ReportedFinding, paint: Paint, columns: number): string {
  const { severity, ruleSet, code, page } = finding;
  const name = paint(severityLabels[severity].padEnd(7), severity);
  const rule = escapeForTerminalLine(`${ruleSet}/${code}`);
  const ruleLink = escapeForTerminalLine(page);
  const width = columns - MESSAGE_COLUMN;
  const lines = wrapText(escapeForTerminalLine(messageWithRelated(finding)), width);
  const last = lines.at(-1) ?? '';
  const tail = `${rule}  ${ruleLink}`;
  const isInLine = last.length + 2 + tail.length <= width;
  const tails = (isInLine || tail.length <= width ? [tail] : [rule, ruleLink]).map((text) => paint(text, 'dim'));
  const all = isInLine ? [...lines.slice(0, -1), `${last}  ${tails.join('')}`] : [...lines, ...tails];
  return `    ${name}  ${all.join(`\n${' '.repeat(MESSAGE_COLUMN)}`)}`;
}

/** Formats one line per finding like compilers do, for editors and problem matchers. */
function unixLines(item: ReportedItem): string {
  const { file, line, findings, fate } = item;
  let lines = '';
  const name = file === '-' ? 'stdin' : file;
  for (const finding of findings) {
    const { severity, params, known } = finding;
    if (known) continue;
    const column = typeof params.column === 'number' ? params.column : 1;
    const location = `${name}:${line}:${column}`;
    const text = `${location}: ${severityLabels[severity]}: ${messageWithLocation(finding, item)} [${ruleName(finding)}]`;
    lines += `${escapeForTerminalLine(text)}\n`;
  }
  if (fate !== undefined && isDropped(fate)) {
    lines += `${escapeForTerminalLine(`${name}:${line}:1: notice: ${fate.message} [fate/${fate.reason}]`)}\n`;
  }
  return escapeCiCommands(lines);
}

/** Column of a finding's message. */
const MESSAGE_COLUMN = 13;
const MIN_MESSAGE_COLUMNS = 20;

/** Wraps a text at `columns` UTF-16 units. A longer word gets a separate line. */
function wrapText(text: string, columns: number): readonly string[] {
  const width = Math.max(columns, MIN_MESSAGE_COLUMNS);
  const lines: string[] = [];
  let line = '';
  for (const word of text.length <= width ? [text] : text.split(' ')) {
    if (line === '') line = word;
    else if (line.length + 1 + word.length <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** An id of characters that need no escaping in JSON, terminals and logs. */
const PLAIN_ID = /^[A-Za-z\d:.-]*$/;

/** Formats an id as JSON. Fast, because nearly all ids need no escaping. */
function safeIdJson(id: string | null): string {
  return id !== null && PLAIN_ID.test(id) ? `"${id}"` : safeJson(id);
}

/** Formats JSON as one line, escaped for terminals and CI logs. */
function safeJson(value: unknown): string {
  return escapeCiCommands(escapeForTerminal(JSON.stringify(value)));
}
