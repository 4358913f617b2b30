import { escapeForTerminal, escapeForTerminalLine } from '#core/quoting/terminal-text';
import type { Severity } from '#core/telemetry/findings';
import { formatNumber, truncate } from '#core/telemetry/wording';
import { type FindingGroup, groupFindings } from './finding-groups';
import type { FindingReport } from './finding-report';
import { countText, severityOrder } from './report-texts';
import { messageWithLocation } from './reported-finding';

/** Limit of the annotations of one severity that GitHub shows per step. */
const MAX_PER_SEVERITY = 10;
const MAX_MESSAGE_CHARS = 2_000;

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Writes workflow commands that GitHub Actions shows as annotations, one per line.
 * The most frequent findings come first. If not all fit, the last annotation of a severity counts the others.
 * https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 */
export function writeGithubAnnotations(report: FindingReport): readonly string[] {
  return severityOrder.flatMap((severity) => {
    const groups = groupFindings(report, severity);
    const total = report.totals.severities[severity];
    const hasAll = groups.length <= MAX_PER_SEVERITY && countFindings(groups) === total;
    const listedGroups = hasAll ? groups : groups.slice(0, MAX_PER_SEVERITY - 1);
    const lines = listedGroups.map(({ rule, first, item, count }) => {
      const times = count > 1 ? ` (${formatNumber(count)} times)` : '';
      const location = item.file === '-' ? {} : { file: item.file, line: item.line };
      return commandLine(severity, { ...location, title: rule }, `${messageWithLocation(first, item)}${times}`);
    });
    if (hasAll) return lines;
    const others = countText(severity, total - countFindings(listedGroups));
    return [...lines, commandLine(severity, { title: 'telemetry-v3' }, `${others} not shown.`)];
  });
}

function countFindings(groups: readonly FindingGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

function commandLine(
  severity: Severity,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const propertyTexts = Object.entries(properties).map(([name, value]) => `${name}=${propertyText(String(value))}`);
  return `::${commands[severity]} ${propertyTexts.join(',')}::${dataText(escapeForTerminal(truncate(message, MAX_MESSAGE_CHARS)))}`;
}

/** Escapes data of a command. After a raw line feed, the text of an event could inject another command. */
function dataText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function propertyText(text: string): string {
  return dataText(escapeForTerminalLine(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
