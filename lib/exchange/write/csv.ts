import papaparse from 'papaparse';
import type { TelemetryRecord } from '../../journey/record';
import { journeyState } from '../../journey/state';
import { isJsonObject, type JsonObject, pathText, valueAt } from '../../json';
import { isoTime } from './iso-time';
import type { Pieces, Writing } from './writing';

/** One row an event (RFC 4180). The mark in front tells spreadsheets that it is UTF-8: Hindi would be garbage without. */
export function writeCsv({ records, mask }: Writing): Pieces {
  return { count: records.length + 1, texts: rows(records, mask) };
}

function* rows(records: readonly TelemetryRecord[], mask: Writing['mask']): Generator<string> {
  yield `\ufeff${csvLine(csvColumns)}`;
  for (const record of records) {
    const cells = mask(cellsOf(record));
    yield csvLine(csvColumns.map((column) => (isJsonObject(cells) ? cells[column] : null)));
  }
}

export const csvColumns = [
  'row',
  'time',
  'kind',
  'headline',
  'journey',
  'verdict',
  'findings',
  'page',
  'frame',
  'sdk',
  'firedBy',
  'mid',
  'ets',
  'requests',
  'status',
  'call',
  'event',
] as const;

/**
 * What a spreadsheet would calculate begins with one of these, also in their wide forms. Such a cell gets an apostrophe
 * in front (OWASP, CSV injection). Numbers of ours are numbers, not texts, and stay as they are.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function csvLine(cells: readonly unknown[]): string {
  return `${papaparse.unparse([cells], { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;
}

function cellsOf(record: TelemetryRecord): JsonObject {
  const { call, event, requests, sdk, frame, firedBy } = record;
  const end = requests.at(-1)?.end;
  return {
    row: record.row,
    time: isoTime(record.at),
    kind: record.kind ?? record.name,
    headline: record.headline,
    journey: journeyState(record),
    verdict: record.verdict,
    findings: findingsText(record),
    page: frame.url,
    frame: frame.frameId,
    sdk: sdk ? `${sdk.global} ${sdk.generation}` : '',
    firedBy: firedBy.from,
    mid: valueAt(event?.json, ['mid']) ?? '',
    ets: valueAt(event?.json, ['ets']) ?? '',
    requests: requests.length,
    status: end?.status === 'answered' ? end.http : (end?.status ?? ''),
    call: call ? JSON.stringify({ method: call.method, args: call.args }) : '',
    event: event ? JSON.stringify(event.json) : '',
  };
}

function findingsText({ findings }: TelemetryRecord): string {
  const lines = findings.map(({ severity, ruleSet, path, message }) => {
    const place = path.length > 0 ? `${pathText(path)}: ` : '';
    return `${severity} (${ruleSet}) ${place}${message}`;
  });
  return lines.join('\n');
}
