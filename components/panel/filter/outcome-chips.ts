import type { IconName } from '#components/kit/icon-paths.ts';
import type { JourneyState } from '#core/journey/journey-state';
import type { OutcomeCounts } from '#core/stream/counts';
import { i18n } from '#i18n';

/** Outcome of an event, as the filter language writes it after `is:`. */
export type Outcome =
  | 'invalid'
  | 'failed'
  | 'threw'
  | 'lost'
  | 'dropped'
  | 'changed'
  | 'duplicate'
  | 'disagreed'
  | 'notice'
  | 'manual'
  | 'waiting';

/** An outcome as the chips and the status bar show it. */
export interface StateChip {
  readonly state: Outcome;
  readonly icon: IconName;
  readonly tone: 'bad' | 'lost' | 'warn' | 'accent' | 'muted';
  readonly label: string;
  readonly count: (counts: OutcomeCounts) => number;
}

const inState = (state: JourneyState) => (counts: OutcomeCounts) => counts.byState.get(state) ?? 0;

export const stateChips = (): readonly StateChip[] => [
  { state: 'invalid', icon: 'invalid', tone: 'bad', label: i18n.t('filter.invalid'), count: ({ invalid }) => invalid },
  { state: 'failed', icon: 'x', tone: 'bad', label: i18n.t('filter.failed'), count: ({ failed }) => failed },
  { state: 'threw', icon: 'x', tone: 'bad', label: i18n.t('filter.threw'), count: inState('threw') },
  { state: 'lost', icon: 'lost', tone: 'lost', label: i18n.t('filter.lost'), count: inState('lost') },
  { state: 'dropped', icon: 'lost', tone: 'lost', label: i18n.t('filter.dropped'), count: inState('dropped') },
  { state: 'changed', icon: 'changed', tone: 'warn', label: i18n.t('filter.changed'), count: ({ changed }) => changed },
  {
    state: 'duplicate',
    icon: 'copy',
    tone: 'warn',
    label: i18n.t('filter.duplicate'),
    count: ({ duplicates }) => duplicates,
  },
  {
    state: 'disagreed',
    icon: 'disagreed',
    tone: 'warn',
    label: i18n.t('filter.disagreed'),
    count: ({ disagreed }) => disagreed,
  },
  { state: 'notice', icon: 'notice', tone: 'warn', label: i18n.t('filter.notices'), count: ({ notices }) => notices },
  { state: 'manual', icon: 'bolt', tone: 'accent', label: i18n.t('filter.manual'), count: ({ byHand }) => byHand },
  // Last, as it appears and disappears with every batch, and would move what follows it.
  { state: 'waiting', icon: 'waiting', tone: 'muted', label: i18n.t('filter.waiting'), count: inState('waiting') },
];
