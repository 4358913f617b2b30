import { formatNumber } from '#components/i18n/count-text.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { openedCapturesStore } from '#components/panel/captures/capture-list.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import type { Sample } from '#core/drafts/sample';
import { withSampleArguments } from '#core/drafts/sample-event';
import { kindLabel } from '#core/journey/record';
import { findNearestRecord } from '#core/journey/record-comparison';
import type { JsonObject } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { noJudge } from '#core/stream/no-judge';
import { copySample } from '#core/telemetry/draft';
import type { EventKind } from '#core/telemetry/kinds';
import { i18n } from '#i18n';
import type { ComparedSide } from './compare-store';

/** An event outside the shown list to compare with. */
export interface ComparisonCandidate {
  readonly id: string;
  /** Title in the picker. */
  readonly title: string;
  readonly side: ComparedSide;
}

/**
 * Returns the events to compare with, in the order of the picker.
 * The nearest event of each other capture, then the samples of the kind, then the example of its definition.
 */
export function findComparisonCandidates(
  record: JudgedRecord,
  list: EventList,
  { stores, samples }: { readonly stores: Stores; readonly samples: readonly Sample[] },
): readonly ComparisonCandidate[] {
  return [
    ...findInOtherCaptures(record, list, stores),
    ...sampleCandidates(record, samples),
    ...exampleCandidates(record),
  ];
}

function findInOtherCaptures(record: JudgedRecord, list: EventList, stores: Stores): readonly ComparisonCandidate[] {
  const captures = [
    { id: 'live', name: i18n.t('captures.live'), list: stores.get(liveListStore) },
    ...stores
      .get(openedCapturesStore)
      .all.value.map(({ id, name, list: captureList }) => ({ id: `file ${id}`, name, list: captureList })),
  ];
  return captures.flatMap(({ id, name, list: other }) => {
    const nearest = other === list ? null : findNearestRecord(record, other.records.all());
    if (!nearest) return [];
    const n = formatNumber(other.records.numberOf(nearest.row) ?? 0);
    const title = i18n.t('compare.rowOf', { n, capture: name });
    return [{ id, title, side: { record: nearest, list: other, label: name } }];
  });
}

function sampleCandidates(record: JudgedRecord, samples: readonly Sample[]): readonly ComparisonCandidate[] {
  return samples
    .filter(({ kind }) => kind === record.kind)
    .map(({ id, name, kind, draft }) => {
      const title = i18n.t('compare.sample', { name });
      return { id, title, side: { record: sampleRecord(record, kind, draft), list: null, label: title } };
    });
}

function exampleCandidates(record: JudgedRecord): readonly ComparisonCandidate[] {
  const { kind } = record;
  if (!kind) return [];
  const label = i18n.t('compare.example', { kind: kindLabel(record) });
  const example = sampleRecord(record, kind, copySample(kind));
  return [{ id: 'example', title: label, side: { record: example, list: null, label } }];
}

/** Wraps a sample as a record. Rules judge only the event beside the sample. */
function sampleRecord(record: JudgedRecord, kind: EventKind, args: JsonObject): JudgedRecord {
  return noJudge.judge(withSampleArguments(record.observed, kind, args), false);
}
