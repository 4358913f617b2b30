import type { JSX } from 'preact';
import { formatNumber } from '#components/i18n/count-text.ts';
import { type InvalidReason, invalidReason } from '#components/i18n/finding-summary.ts';
import { formatBytes, formatClockTime } from '#components/i18n/format.ts';
import { headlineText } from '#components/i18n/headline-text.ts';
import {
  formatPageLabel,
  type JourneyPresentation,
  journeyLabelsOf,
  type VerdictLabel,
  verdictLabels,
} from '#components/i18n/journey-labels.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { memo } from '#components/kit/memo.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { formatFullPlace, formatSourcePlace } from '#components/panel/app/source-place.ts';
import { kindLabel } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import type { Column, FieldColumn } from '../columns/columns';
import { fieldText } from '../columns/field-text';
import type { FixedColumnId } from '../columns/list-settings';
import { JourneyDots } from './JourneyDots';

interface RecordRowProps {
  readonly record: JudgedRecord;
  /** As the list shows it; clearing the list changes it. */
  readonly number: number | null;
  readonly columns: readonly Column[];
  readonly sizeOf: (record: JudgedRecord) => number;
  readonly selected: boolean;
  /** Its details are open. */
  readonly open: boolean;
  /** Of a grouped list: below the head of a group. */
  readonly level: 2 | null;
  /** Line of the list, from 0. */
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly focusable: boolean;
}

/**
 * One event in one line.
 * Records never change, so a row is rerendered only when its own record is replaced.
 */
export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { record, number, columns, sizeOf, selected, open, level, index, top, focusable } = props;
  return (
    <tr
      class={open ? 'row open' : 'row'}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-level={level ?? undefined}
      tabIndex={focusable ? 0 : -1}
      data-line={index}
      style={{ top: `${top}px` }}
    >
      {columns.map((column) =>
        column.type === 'field' ? fieldCell(column, record) : cells[column.id]({ record, number, sizeOf }),
      )}
    </tr>
  );
});

type CellProps = Pick<RecordRowProps, 'record' | 'number' | 'sizeOf'>;

/** Plain functions: as a component each, cells would cost as much as what stands in them. */
const cells: Readonly<Record<FixedColumnId, (props: CellProps) => JSX.Element>> = {
  number: ({ number }) => (
    <td key="number" class="number">
      {number && formatNumber(number)}
    </td>
  ),
  time: ({ record }) => (
    <td key="time" class="time">
      {formatClockTime(record.at)}
    </td>
  ),
  kind: ({ record }) => (
    <td key="kind" class={record.kind ? 'kind' : 'kind odd'} title={record.kind ? undefined : record.name}>
      <bdi>{kindLabel(record)}</bdi>
    </td>
  ),
  headline: headlineCell,
  journey: journeyCell,
  verdict: verdictCell,
  page: pageCell,
  caller: callerCell,
  size: ({ record, sizeOf }) => (
    <td key="size" class="size">
      {formatBytes(sizeOf(record))}
    </td>
  ),
};

function headlineCell({ record }: CellProps) {
  const isByHand = record.firedBy.from === 'panel';
  const reason = invalidReason(record);
  return (
    <td key="headline" class={isByHand || reason ? 'headline tagged' : 'headline'}>
      <bdi class="clip">{headlineText(record)}</bdi>
      {isByHand && <ByHand />}
      {reason && <Reason {...reason} />}
    </td>
  );
}

/** The first error and the number of further ones, in the room that the headline leaves. */
function Reason({ first, more, all }: InvalidReason) {
  return (
    <span class="reason bad" title={all}>
      <Icon name="invalid" size={13} />
      <span class="hidden">{i18n.t('list.error')}</span>
      <bdi class="clip">{first}</bdi>
      {more > 0 && <span class="more">{i18n.t('list.moreErrors', { n: formatNumber(more) })}</span>}
    </span>
  );
}

function journeyCell({ record }: CellProps) {
  const look = journeyLabelsOf(record);
  return (
    <td key="journey" class={look.tone === 'quiet' ? 'journey' : 'journey odd'}>
      <JourneyMark {...look} />
    </td>
  );
}

/** Most rows look alike here: what says the same is not rerendered. */
const JourneyMark = memo(function JourneyMark({ word, tone, sentence, ...dots }: JourneyPresentation) {
  return (
    <span class={`state ${tone}`} title={sentence}>
      <JourneyDots {...dots} />
      <span class="word">{word}</span>
    </span>
  );
});

function OtherActor() {
  return (
    <span class="other-actor" title={i18n.t('actor.rowHint')}>
      <Icon name="person" size={13} tone="muted" />
      <span class="hidden">{i18n.t('actor.row')}</span>
    </span>
  );
}

function verdictCell({ record }: CellProps) {
  const labels = verdictLabels(record);
  const isOther = record.summary.isAboutOtherActor;
  return (
    <td key="verdict" class={isOther || labels.tone !== 'calm' ? 'verdict odd' : 'verdict'}>
      <VerdictMark {...labels} />
      {isOther && <OtherActor />}
    </td>
  );
}

const VerdictMark = memo(function VerdictMark({ icon, tone, short }: VerdictLabel) {
  return (
    <StatusLabel icon={icon} tone={tone}>
      {short}
    </StatusLabel>
  );
});

function pageCell({ record: { frame } }: CellProps) {
  const isInFrame = frame.frameId !== 0;
  return (
    <td key="page" class={isInFrame ? 'page tagged' : 'page'} title={frame.url}>
      {isInFrame && <Icon name="frame" size={13} />}
      <bdi class="clip">{formatPageLabel(frame)}</bdi>
    </td>
  );
}

function callerCell({ record: { call } }: CellProps) {
  const [frame] = call?.stack ?? [];
  return (
    <td key="caller" class="caller" title={frame && formatFullPlace(frame)}>
      {frame && <bdi>{formatSourcePlace(frame)}</bdi>}
    </td>
  );
}

function fieldCell({ id, look, read }: FieldColumn, record: JudgedRecord) {
  const { text, title } = fieldText(read(record));
  return (
    <td key={id} class={`field ${look}`} title={title || undefined}>
      <bdi>{text}</bdi>
    </td>
  );
}

function ByHand() {
  return (
    <span class="tag accent" title={i18n.t('list.manualHint')}>
      <Icon name="bolt" size={13} />
      <span class="word">{i18n.t('list.manual')}</span>
    </span>
  );
}
