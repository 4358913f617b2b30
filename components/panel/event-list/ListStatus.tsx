import { formatNumber } from '#components/i18n/count-text.ts';
import { formatBytes } from '#components/i18n/format.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { Tone } from '#components/kit/tone.ts';
import { useApp } from '#components/panel/app/stores.ts';
import { type Outcome, type OutcomeChip, outcomeChips } from '#components/panel/filter/outcome-chips.ts';
import { readChipValues } from '#core/query/chip-terms';
import type { Counts } from '#core/stream/counts';
import { i18n } from '#i18n';
import { listSizes } from './columns/event-sizes';
import { useEventList } from './event-list';
import { listFrames } from './frames';
import { listHiding } from './list-undo';
import { ReloadPage } from './ReloadPage';

/** The number of events and their states. */
export function ListStatus() {
  const { get, records, visible } = useEventList();
  const frames = get(listFrames);
  const hiding = get(listHiding);
  const sizes = get(listSizes);
  const counts = records.counts.value;
  const { total, otherActor } = counts;
  const chips = outcomeChips();
  const missedReports = frames.list.value.reduce((sum, frame) => sum + (frame.missedReports ?? 0), 0);
  const unreadableReports = frames.list.value.reduce((sum, frame) => sum + (frame.unreadableReports ?? 0), 0);
  const isLate = frames.list.value.some((frame) => frame.isLate);
  return (
    <>
      <EventCount visibleCount={visible.eventCount.value} total={total} />
      {hiding.count.value > 0 && (
        <button type="button" class="tool newest" title={i18n.t('status.showHidden')} onClick={hiding.showAll}>
          {i18n.t('status.hidden', { n: formatNumber(hiding.count.value) })}
        </button>
      )}
      {total > 0 && (
        <span class="all-bytes" title={i18n.t('statusHint.size')}>
          {formatBytes(sizes.total.value)}
        </span>
      )}
      {chips
        .filter((chip) => !isWaiting(chip))
        .map((chip) => (
          <OutcomeCount key={chip.outcome} chip={chip} counts={counts} />
        ))}
      {otherActor > 0 && <OtherActors count={otherActor} />}
      <NoticeCount notice="dropped" count={missedReports} tone="warning" />
      <NoticeCount notice="unreadable" count={unreadableReports} tone="warning" />
      <NoticeCount notice="storedValues" count={counts.storedValues} tone="inherit" />
      <NoticeCount notice="truncatedValues" count={counts.truncatedValues} tone="warning" />
      {isLate && (
        <StatusLabel icon="notice" tone="inherit" title={i18n.t('statusHint.watchedLate')}>
          {i18n.t('status.watchedLate')}
        </StatusLabel>
      )}
      {(isLate || missedReports > 0) && <ReloadPage appearance="text" />}
      {chips.filter(isWaiting).map((chip) => (
        <OutcomeCount key={chip.outcome} chip={chip} counts={counts} />
      ))}
    </>
  );
}

interface NoticeCountProps {
  readonly notice: 'dropped' | 'unreadable' | 'storedValues' | 'truncatedValues';
  readonly count: number;
  readonly tone: Tone;
}

/** Number of reports or values that are missing or incomplete. Renders nothing if the number is 0. */
function NoticeCount({ notice, count, tone }: NoticeCountProps) {
  if (count === 0) return null;
  return (
    <StatusLabel icon="notice" tone={tone} title={i18n.t(`statusHint.${notice}`)}>
      {i18n.t(`status.${notice}`, count, { n: formatNumber(count) })}
    </StatusLabel>
  );
}

/** The count of waiting events is last, because it changes with every batch and would move the parts after it. */
const isWaiting = ({ outcome }: OutcomeChip): boolean => outcome === 'waiting';

interface OutcomeTexts {
  readonly text: (count: number, n: string) => string;
  readonly hint?: () => string;
}

const outcomeTexts: Readonly<Record<Outcome, OutcomeTexts>> = {
  invalid: { text: (_, n) => i18n.t('status.invalid', { n }) },
  failed: { text: (_, n) => i18n.t('status.failed', { n }), hint: () => i18n.t('statusHint.failed') },
  threw: { text: (_, n) => i18n.t('status.threw', { n }), hint: () => i18n.t('statusHint.threw') },
  lost: { text: (_, n) => i18n.t('status.lost', { n }), hint: () => i18n.t('statusHint.lost') },
  dropped: { text: (_, n) => i18n.t('status.neverEmitted', { n }), hint: () => i18n.t('statusHint.neverEmitted') },
  changed: { text: (_, n) => i18n.t('status.changed', { n }), hint: () => i18n.t('statusHint.changed') },
  duplicate: {
    text: (count, n) => i18n.t('status.duplicate', count, { n }),
    hint: () => i18n.t('statusHint.duplicate'),
  },
  disagreed: { text: (_, n) => i18n.t('status.disagreed', { n }), hint: () => i18n.t('statusHint.disagreed') },
  notice: { text: (_, n) => i18n.t('status.notices', { n }), hint: () => i18n.t('statusHint.notices') },
  manual: { text: (_, n) => i18n.t('status.manual', { n }), hint: () => i18n.t('statusHint.manual') },
  waiting: { text: (_, n) => i18n.t('status.waiting', { n }), hint: () => i18n.t('statusHint.waiting') },
};

/** The number of events with an outcome, as a button that filters by it. Renders nothing if the number is 0. */
function OutcomeCount({ chip, counts }: { readonly chip: OutcomeChip; readonly counts: Counts }) {
  const { filter } = useEventList();
  const { view } = useApp();
  const { outcome, icon, tone } = chip;
  const count = chip.count(counts);
  if (count === 0) return null;
  const { text, hint } = outcomeTexts[outcome];
  const toggle = () => {
    filter.toggleChip('is', outcome);
    view.value = 'events';
  };
  return (
    <button
      type="button"
      class={tone === 'error' || tone === 'lost' ? 'tool count' : 'tool count harmless'}
      aria-pressed={readChipValues(filter.value.value.tokens, 'is').has(outcome)}
      title={hint ? i18n.t('statusHint.withShowOnly', { hint: hint() }) : i18n.t('statusHint.showOnly')}
      onClick={toggle}
    >
      <StatusLabel icon={icon} tone={tone === 'info' || tone === 'muted' ? 'inherit' : tone}>
        {text(count, formatNumber(count))}
      </StatusLabel>
    </button>
  );
}

/** Number of events whose actor is not the active entity. Another actor is valid, so the button is neutral. */
function OtherActors({ count }: { readonly count: number }) {
  const { filter } = useEventList();
  const entity = useApp().entity.value?.userId ?? i18n.t('actor.activeEntity');
  const title = i18n.t('actor.hint', { entity });
  return (
    <button type="button" class="tool newest" title={title} onClick={() => filter.setToken('rule:entity', 'rule:')}>
      <Icon name="person" size={13} />
      {i18n.t('actor.count', { n: formatNumber(count) })}
    </button>
  );
}

function EventCount({ visibleCount, total }: { readonly visibleCount: number; readonly total: number }) {
  if (visibleCount === total) return <b>{i18n.t('status.events', total, { n: formatNumber(total) })}</b>;
  return <span>{i18n.t('status.shownOf', total, { shown: formatNumber(visibleCount), n: formatNumber(total) })}</span>;
}
