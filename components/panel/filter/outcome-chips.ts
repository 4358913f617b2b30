import type { IconName } from '#components/kit/icon-paths.ts';
import type { Tone } from '#components/kit/tone.ts';
import type { JourneyState } from '#core/journey/journey-state';
import type { OutcomeCounts } from '#core/stream/counts';
import { i18n } from '#i18n';

/** An outcome of an event: a value of `is:` in a filter. */
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

/** How chips and the status bar show an outcome. */
export interface OutcomeChip {
  readonly outcome: Outcome;
  readonly icon: IconName;
  readonly tone: Tone;
  readonly label: string;
  readonly count: (counts: OutcomeCounts) => number;
}

const countOfState = (state: JourneyState) => (counts: OutcomeCounts) => counts.byState.get(state) ?? 0;

export const outcomeChips = (): readonly OutcomeChip[] => [
  {
    outcome: 'invalid',
    icon: 'invalid',
    tone: 'error',
    label: i18n.t('filter.invalid'),
    count: ({ invalid }) => invalid,
  },
  { outcome: 'failed', icon: 'x', tone: 'error', label: i18n.t('filter.failed'), count: ({ failed }) => failed },
  { outcome: 'threw', icon: 'x', tone: 'error', label: i18n.t('filter.threw'), count: countOfState('threw') },
  { outcome: 'lost', icon: 'lost', tone: 'lost', label: i18n.t('filter.lost'), count: countOfState('lost') },
  { outcome: 'dropped', icon: 'lost', tone: 'lost', label: i18n.t('filter.dropped'), count: countOfState('dropped') },
  {
    outcome: 'changed',
    icon: 'changed',
    tone: 'warning',
    label: i18n.t('filter.changed'),
    count: ({ changed }) => changed,
  },
  {
    outcome: 'duplicate',
    icon: 'copy',
    tone: 'warning',
    label: i18n.t('filter.duplicate'),
    count: ({ duplicates }) => duplicates,
  },
  {
    outcome: 'disagreed',
    icon: 'disagreed',
    tone: 'warning',
    label: i18n.t('filter.disagreed'),
    count: ({ disagreed }) => disagreed,
  },
  {
    outcome: 'notice',
    icon: 'notice',
    tone: 'warning',
    label: i18n.t('filter.notices'),
    count: ({ notices }) => notices,
  },
  {
    outcome: 'manual',
    icon: 'bolt',
    tone: 'info',
    label: i18n.t('filter.manual'),
    count: ({ firedManually }) => firedManually,
  },
  // Last because this chip appears and disappears with every batch, which would move the chips after it.
  {
    outcome: 'waiting',
    icon: 'waiting',
    tone: 'muted',
    label: i18n.t('filter.waiting'),
    count: countOfState('waiting'),
  },
];
