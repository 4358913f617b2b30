import type { ViewKey } from '#components/panel/app/view-keys.ts';
import { i18n } from '#i18n';
import { rangeAfterKey } from './keyed-part';
import type { Part } from './use-brush';

interface TimelineKeyTarget {
  readonly part: Part | null;
  readonly onBrush: (part: Part) => void;
  readonly onClear: () => void;
}

type TimelineKey = ViewKey<TimelineKeyTarget>;

const changesRange =
  (names: readonly string[], extend: boolean | 'any'): NonNullable<TimelineKey['actionFor']> =>
  ({ key, shiftKey }, { part, onBrush }) => {
    if (!names.includes(key) || (extend !== 'any' && extend !== shiftKey)) return null;
    const next = rangeAfterKey(part, key, shiftKey);
    return next && (() => onBrush(next));
  };

const ARROWS = ['ArrowLeft', 'ArrowRight'];

/** The keys of the timeline's slider. */
export const timelineKeys: readonly TimelineKey[] = [
  { keys: '← →', label: () => i18n.t('keys.moveTimes'), actionFor: changesRange(ARROWS, false) },
  { keys: 'Shift ← →', label: () => i18n.t('keys.moreTimes'), actionFor: changesRange(ARROWS, true) },
  { keys: 'Home, End', label: () => i18n.t('keys.timeEnds'), actionFor: changesRange(['Home', 'End'], 'any') },
  {
    keys: 'Esc',
    label: () => i18n.t('keys.allTimes'),
    actionFor: ({ key }, { part, onClear }) => (key === 'Escape' && part ? onClear : null),
  },
];
