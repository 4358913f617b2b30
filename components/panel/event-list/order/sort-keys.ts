import { alterationOf } from '#components/i18n/journey-labels.ts';
import { formatFrameUrl } from '#components/panel/app/page-labels.ts';
import { journeyState } from '#core/journey/journey-state';
import type { TelemetryRecord } from '#core/journey/record';
import { kindLabel } from '#core/journey/record';
import type { ColumnId } from '../columns/list-settings';

type Key = string | number;

/** What stands first when a column is sorted: of verdict and journey what one looks for, the defects. */
const journeyOrder = [
  'threw',
  'dropped',
  'lost',
  'refused',
  'failed',
  'doubled',
  'changed',
  'unseen',
  'called',
  'waiting',
  'sent',
  'answered',
];

const verdictOrder = { invalid: 0, unknown: 2, valid: 3 } as const;
/** More findings of one event than are ever listed. */
const SEVERITY_WEIGHT = 1000;

/** What a column is sorted by, of one event. Cheap: it is asked for many times. */
export function sortKeyOf(
  column: ColumnId,
  sizeOf: (record: TelemetryRecord) => number,
): (record: TelemetryRecord) => Key {
  const keys: Readonly<Record<ColumnId, (record: TelemetryRecord) => Key>> = {
    number: ({ row }) => row,
    time: ({ at }) => at,
    kind: kindLabel,
    headline: ({ headline }) => headline,
    journey: journeyKey,
    verdict: verdictKey,
    page: ({ frame }) => formatFrameUrl(frame),
    size: sizeOf,
  };
  return keys[column];
}

function journeyKey(record: TelemetryRecord): number {
  return journeyOrder.indexOf(alterationOf(record) ?? journeyState(record));
}

function verdictKey({ verdict, findings }: TelemetryRecord): number {
  const rank = verdict === 'valid' && findings.length > 0 ? 1 : verdictOrder[verdict];
  return rank * SEVERITY_WEIGHT - Math.min(findings.length, SEVERITY_WEIGHT - 1);
}
