import { formatNumber } from '#components/i18n/count-text.ts';
import { type InvalidReason, invalidReason } from '#components/i18n/finding-summary.ts';
import { formatBytes, formatClockTime } from '#components/i18n/format.ts';
import { headlineText } from '#components/i18n/headline-text.ts';
import {
  formatPageLabel,
  type JourneyPresentation,
  journeyLabelsOf,
  type VerdictLabel,
  verdictLabelOf,
} from '#components/i18n/journey-labels.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { memo } from '#components/kit/memo.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { recordCallStacks } from '#components/panel/app/call-stacks.ts';
import { formatFrameUrl } from '#components/panel/app/page-labels.ts';
import { defineRegistry } from '#components/panel/app/registries.ts';
import { formatFullLocation, formatSourceLocation } from '#components/panel/app/source-location.ts';
import { kindLabel } from '#core/journey/record';
import { i18n } from '#i18n';
import { JourneyDots } from '../grid/JourneyDots';
import { callerKey, journeyKey, ruleSetsKey, verdictKey } from '../order/sort-keys';
import { type CellProps, cellStyle, type FixedColumn, INLINE_WIDTH_CLASS } from './columns';

/** Loaded lazily because most users never show its column. */
const RuleSetIcons = lazy(async () => (await import('../grid/RuleSetIcons')).RuleSetIcons);

function headlineCell({ record }: CellProps) {
  const isManual = record.firedBy.type === 'panel';
  const reason = invalidReason(record);
  return (
    <td key="headline" class={isManual || reason ? 'headline tagged' : 'headline'}>
      <bdi class="truncate">{headlineText(record)}</bdi>
      {isManual && <ManualIcon />}
      {reason && <Reason {...reason} />}
    </td>
  );
}

/** The first error and the number of further errors, beside the headline. */
function Reason({ first, more, all }: InvalidReason) {
  return (
    <span class="reason error" title={all}>
      <Icon name="invalid" size={13} />
      <span class="visually-hidden">{i18n.t('list.error')}</span>
      <bdi class="truncate">{first}</bdi>
      {more > 0 && <span class="more">{i18n.t('list.moreErrors', { n: formatNumber(more) })}</span>}
    </span>
  );
}

function journeyCell({ record }: CellProps) {
  const labels = journeyLabelsOf(record);
  return (
    <td key="journey" class={labels.tone === 'muted' ? 'journey' : 'journey odd'}>
      <JourneyIcon {...labels} />
    </td>
  );
}

/** Memoized because most rows have the same icon. */
const JourneyIcon = memo(function JourneyIcon({ label, tone, sentence, ...dots }: JourneyPresentation) {
  return (
    <span class={`state ${tone}`} title={sentence}>
      <JourneyDots {...dots} />
      <span class="word">{label}</span>
    </span>
  );
});

function OtherActor() {
  return (
    <span class="other-actor" title={i18n.t('actor.rowHint')}>
      <Icon name="person" size={13} tone="muted" />
      <span class="visually-hidden">{i18n.t('actor.row')}</span>
    </span>
  );
}

function verdictCell({ record }: CellProps) {
  const label = verdictLabelOf(record);
  const { isAboutOtherActor } = record.summary;
  return (
    <td key="verdict" class={isAboutOtherActor || !label.isSubtle ? 'verdict odd' : 'verdict'}>
      <VerdictIcon {...label} />
      {isAboutOtherActor && <OtherActor />}
    </td>
  );
}

const VerdictIcon = memo(function VerdictIcon({ icon, tone, isSubtle, short }: VerdictLabel) {
  return (
    <StatusLabel icon={icon} tone={tone} isSubtle={isSubtle}>
      {short}
    </StatusLabel>
  );
});

function pageCell({ record: { frame } }: CellProps) {
  const isInFrame = frame.frameId !== 0;
  return (
    <td key="page" class={isInFrame ? 'page tagged' : 'page'} title={frame.url}>
      {isInFrame && <Icon name="frame" size={13} />}
      <bdi class="truncate">{formatPageLabel(frame)}</bdi>
    </td>
  );
}

function callerCell({ record: { call } }: CellProps) {
  const [frame] = call?.stack ?? [];
  return (
    <td key="caller" class="caller" title={frame && formatFullLocation(frame)}>
      {frame && <bdi>{formatSourceLocation(frame)}</bdi>}
    </td>
  );
}

function ManualIcon() {
  return (
    <span class="tag info" title={i18n.t('list.manualHint')}>
      <Icon name="bolt" size={13} />
      <span class="word">{i18n.t('list.manual')}</span>
    </span>
  );
}

/** In display order. The style sheet has a class for each id. */
const ownColumns: readonly Omit<FixedColumn, 'type' | 'className'>[] = [
  {
    id: 'number',
    name: () => i18n.t('list.number'),
    defaultWidthPx: 52,
    cell: ({ number }) => (
      <td key="number" class="number">
        {number && formatNumber(number)}
      </td>
    ),
    sortKey: ({ row }) => row,
  },
  {
    id: 'time',
    name: () => i18n.t('list.time'),
    defaultWidthPx: 104,
    cell: ({ record }) => (
      <td key="time" class="time">
        {formatClockTime(record.at)}
      </td>
    ),
    sortKey: ({ at }) => at,
  },
  {
    id: 'kind',
    name: () => i18n.t('list.kind'),
    defaultWidthPx: 88,
    cell: ({ record }) => (
      <td key="kind" class={record.kind ? 'kind' : 'kind odd'} title={record.kind ? undefined : record.name}>
        <bdi>{kindLabel(record)}</bdi>
      </td>
    ),
    sortKey: kindLabel,
  },
  {
    id: 'headline',
    name: () => i18n.t('list.headline'),
    defaultWidthPx: null,
    cell: headlineCell,
    sortKey: ({ headline }) => headline,
  },
  {
    id: 'journey',
    name: () => i18n.t('list.journey'),
    defaultWidthPx: 118,
    cell: journeyCell,
    sortKey: journeyKey,
  },
  {
    id: 'verdict',
    name: () => i18n.t('list.verdict'),
    defaultWidthPx: 112,
    cell: verdictCell,
    sortKey: verdictKey,
  },
  {
    id: 'sets',
    name: () => i18n.t('list.ruleSets'),
    defaultWidthPx: 78,
    defaultHiding: 'with-default-rule-sets',
    cell: ({ record, ruleSets }) => (
      <td key="sets" class="sets">
        <RuleSetIcons activeIds={ruleSets} summary={record.summary} kind={record.kind} ruleSets={record.ruleSets} />
      </td>
    ),
    sortKey: ruleSetsKey,
  },
  {
    id: 'page',
    name: () => i18n.t('list.page'),
    defaultWidthPx: 144,
    cell: pageCell,
    sortKey: ({ frame }) => formatFrameUrl(frame),
  },
  {
    id: 'caller',
    name: () => i18n.t('callStack.calledFrom'),
    defaultWidthPx: 140,
    defaultHiding: 'always',
    onShow: recordCallStacks,
    cell: callerCell,
    sortKey: callerKey,
  },
  {
    id: 'size',
    name: () => i18n.t('list.size'),
    defaultWidthPx: 64,
    defaultHiding: 'always',
    cell: ({ record, sizeOf }) => (
      <td key="size" class="size">
        {formatBytes(sizeOf(record))}
      </td>
    ),
    sortKey: (record, sizeOf) => sizeOf(record),
  },
];

/** The list's own columns, in display order. */
export const fixedColumns: readonly FixedColumn[] = ownColumns.map((column) => ({
  ...column,
  type: 'fixed',
  className: column.id,
}));

/** The list's own columns, followed by those of features. */
export const listColumns = defineRegistry<FixedColumn>(fixedColumns);

interface TextColumn extends Pick<FixedColumn, 'id' | 'name' | 'defaultHiding' | 'onShow' | 'sortKey'> {
  readonly defaultWidthPx: number;
  readonly text: (props: CellProps) => string;
}

/** Defines a column of a feature that shows a text for each event. */
export function defineTextColumn({ text, ...column }: TextColumn): FixedColumn {
  const style = cellStyle({ ...column, className: INLINE_WIDTH_CLASS });
  return {
    ...column,
    type: 'fixed',
    className: INLINE_WIDTH_CLASS,
    cell(props) {
      const cellText = text(props);
      return (
        <td key={column.id} class={INLINE_WIDTH_CLASS} style={style} title={cellText || undefined}>
          <bdi>{cellText}</bdi>
        </td>
      );
    },
  };
}
