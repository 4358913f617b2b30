import { formatCount, formatNumber } from '#components/i18n/count-text.ts';
import { formatSentence } from '#components/i18n/format.ts';
import { formatJourneyState } from '#components/i18n/journey-labels.ts';
import { messageText } from '#components/i18n/message-text.ts';
import type { JourneyState } from '#core/journey/journey-state';
import { i18n } from '#i18n';
import type { FiredOutcome, FiringState } from '#panel/firing/firing';

/** How a fired event, or a whole run of them, stands: accepted by the collector, failed, or still open. */
export type FiredStatus = 'accepted' | 'failed' | 'open';

type FiredMany = Extract<FiringState, { readonly status: 'fired-many' }>;

const failedOutcomes: ReadonlySet<FiredOutcome> = new Set<FiredOutcome>([
  'not-fired',
  'threw',
  'dropped',
  'rejected',
  'failed',
  'lost',
]);

export function firedStatus(outcome: JourneyState): FiredStatus {
  if (failedOutcomes.has(outcome)) return 'failed';
  return outcome === 'accepted' ? 'accepted' : 'open';
}

/** One failure makes the run failed; it is accepted when each of its events is. */
export function runStatus({ outcomes, total }: FiredMany): FiredStatus {
  if ([...outcomes.keys()].some((outcome) => failedOutcomes.has(outcome))) return 'failed';
  return outcomes.get('accepted') === total ? 'accepted' : 'open';
}

/** `17 events: Accepted 12 · Failed 5`, with why the first of those could not be fired that were not. */
export function formatOutcomes({ outcomes, total, failures: [failure] }: FiredMany): string {
  const list = [...outcomes].map(([outcome, n]) => `${outcomeWord(outcome)} ${formatNumber(n)}`).join(' · ');
  const text = i18n.t('compose.outcomes', { events: formatCount(total, 'event'), list });
  return failure ? `${formatSentence(text)} ${failure.kind.toUpperCase()}: ${messageText(failure.message)}` : text;
}

function outcomeWord(outcome: FiredOutcome): string {
  if (outcome === 'not-fired') return i18n.t('compose.notFired');
  return outcome === 'not-listed' ? i18n.t('compose.fired') : formatJourneyState(outcome);
}
