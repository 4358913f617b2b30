import { formatNumber } from '#components/i18n/count-text.ts';
import { formatShortDuration } from '#components/i18n/format.ts';
import { headlineText } from '#components/i18n/headline-text.ts';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { kindLabel } from '#core/journey/record';
import type { AlignedStep } from '#core/user-sessions/session-steps';
import { i18n } from '#i18n';
import type { ComparedSides } from './ComparedNumbers';
import { type ListedSession, listedSessions } from './listed-sessions';

/** No tone is `error`, because a difference between two sessions is not an error. */
export const differenceStyles = {
  changed: { icon: 'changed', tone: 'warning' },
  added: { icon: 'plus', tone: 'success' },
  removed: { icon: 'minus', tone: 'inherit' },
} as const;

const differenceTexts = () =>
  ({
    changed: i18n.t('compare.changed'),
    added: i18n.t('compare.added'),
    removed: i18n.t('userSessions.missing'),
  }) as const;

/** One of the two compared sessions. */
export type Side = 'one' | 'other';

type ShowStep = (step: AlignedStep, side: Side) => void;

/** Returns a function that opens the event of a step in the list. */
export function useShowStep(one: ListedSession, other: ListedSession): ShowStep {
  const { view } = useApp();
  const list = useEventList();
  const { pointsOf } = list.get(listedSessions);
  return (step, side) => {
    const position = step[side];
    const point = position === null ? undefined : pointsOf((side === 'one' ? one : other).summary)[position];
    if (point === undefined) return;
    view.value = 'events';
    list.show(point.row);
  };
}

interface StepRowProps extends ComparedSides {
  readonly step: AlignedStep;
  readonly index: number;
  /** Number of all steps. */
  readonly count: number;
  /** In pixels. */
  readonly top: number;
  readonly activeSide: Side | null;
  readonly onShow: ShowStep;
}

/** A step of two sessions with its differences. A click on an event opens the event. */
export function ComparedStep({ one, other, step, index, count, top, activeSide, onShow }: StepRowProps) {
  const { type } = step;
  const cells = [
    { side: 'one', session: one, position: step.one },
    { side: 'other', session: other, position: step.other },
  ] as const;
  return (
    <div
      class={`step ${type}`}
      role="option"
      id={`session-step-${index}`}
      tabIndex={-1}
      aria-selected={activeSide !== null}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ top: `${top}px` }}
    >
      <span class="truncate">
        {type === 'same' ? (
          <span class="visually-hidden">{i18n.t('userSessions.same')}</span>
        ) : (
          <StatusLabel {...differenceStyles[type]}>{differenceTexts()[type]}</StatusLabel>
        )}
      </span>
      {cells.map(({ side, session, position }) => (
        <span
          key={side}
          class={['event', position === null ? 'none' : '', activeSide === side ? 'active' : ''].join(' ')}
          onPointerUp={() => onShow(step, side)}
        >
          {position === null ? '–' : <StepEvent session={session} position={position} />}
        </span>
      ))}
    </div>
  );
}

/** An event by its number and headline, with the time since the first event. */
function StepEvent({ session, position }: { readonly session: ListedSession; readonly position: number }) {
  const { summary } = session;
  const list = useEventList();
  const point = list.get(listedSessions).pointsOf(summary)[position];
  const record = point === undefined ? null : list.records.byRow(point.row);
  if (point === undefined || record === null) return null;
  const headline = headlineText(record);
  const elapsed = formatShortDuration(point.ets - summary.start);
  return (
    <>
      <small class="muted">{formatNumber(list.records.numberOf(point.row) ?? 0)}</small>
      <b>{kindLabel(record)}</b>
      <bdi class="truncate" title={headline}>
        {headline}
      </bdi>
      <small class="muted after" title={i18n.t('userSessions.afterStart', { time: elapsed })}>
        +{elapsed}
      </small>
    </>
  );
}
