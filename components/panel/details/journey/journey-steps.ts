import { journeyState } from '#core/journey/journey-state';
import type { EpochMilliseconds } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { requestOutcome } from './request-outcome';

/** One of the four steps of an event: called, emitted, sent, accepted. */
export interface JourneyStep {
  readonly label: string;
  /** Null if the step has not happened, or was not observed. */
  readonly at: EpochMilliseconds | null;
  readonly status: 'reached' | 'open' | 'error' | 'lost';
  /** Null if one of the two times is unknown. */
  readonly gapToNextMs: number | null;
}

type Step = Omit<JourneyStep, 'gapToNextMs'>;

/**
 * Returns the steps with their times, in the order in which they happened.
 * SDK 2.x sends the batch that an event fills before it emits the event.
 */
export function journeySteps(record: JudgedRecord): readonly JourneyStep[] {
  const emitted = emittedStep(record);
  const requestSteps = [sentStep(record), acceptedStep(record)];
  const index = countStepsBeforeEmitted(emitted.at, requestSteps);
  const steps = [calledStep(record), ...requestSteps.slice(0, index), emitted, ...requestSteps.slice(index)];
  return steps.map((step, position) => ({
    ...step,
    gapToNextMs: durationBetween(step.at, steps[position + 1]?.at ?? null),
  }));
}

/** Returns how many request steps happened before an event was emitted. */
export function countStepsBeforeEmitted(
  emittedAt: EpochMilliseconds | null,
  steps: readonly { readonly at: EpochMilliseconds | null }[],
): number {
  if (emittedAt === null) return 0;
  const next = steps.findIndex(({ at }) => at === null || at >= emittedAt);
  return next < 0 ? steps.length : next;
}

function durationBetween(from: EpochMilliseconds | null, to: EpochMilliseconds | null): number | null {
  return from === null || to === null ? null : to - from;
}

function calledStep({ call, requests }: JudgedRecord): Step {
  if (!call && requests[0]?.transport === 'extension')
    return { label: i18n.t('story.posted'), at: requests[0].at, status: 'reached' };
  if (!call) return { label: i18n.t('story.callNotSeen'), at: null, status: 'open' };
  return { label: i18n.t('journey.called'), at: call.at, status: 'reached' };
}

function emittedStep(record: JudgedRecord): Step {
  const { call, event, requests } = record;
  if (event?.observedIn === 'request' && requests[0]?.transport !== 'extension')
    return { label: i18n.t('story.eventNotSeen'), at: null, status: 'open' };
  if (event) return { label: i18n.t('story.emitted'), at: event.at, status: 'reached' };
  if (call?.outcome.status === 'threw') return { label: i18n.t('journey.threw'), at: call.outcome.at, status: 'error' };
  if (requests.length > 0) return { label: i18n.t('story.eventNotSeen'), at: null, status: 'open' };
  if (journeyState(record) === 'dropped') return { label: i18n.t('journey.dropped'), at: null, status: 'lost' };
  if (journeyState(record) === 'unobserved') return { label: i18n.t('story.eventNotSeen'), at: null, status: 'open' };
  return { label: i18n.t('story.notEmitted'), at: null, status: 'open' };
}

function sentStep({ event, requests, lost }: JudgedRecord): Step {
  const request = requests.at(-1);
  if (request) return { label: i18n.t('journey.sent'), at: request.at, status: 'reached' };
  if (lost) return { label: i18n.t('journey.lost'), at: null, status: 'lost' };
  if (event?.observedIn === 'file') return { label: i18n.t('journey.unknown'), at: null, status: 'open' };
  return { label: i18n.t(event ? 'journey.waiting' : 'story.notSent'), at: null, status: 'open' };
}

function acceptedStep({ event, requests }: JudgedRecord): Step {
  const request = requests.at(-1);
  if (!request && event?.observedIn === 'file') return { label: i18n.t('journey.unknown'), at: null, status: 'open' };
  if (!request) return { label: i18n.t('story.noResponseYet'), at: null, status: 'open' };
  const outcome = requestOutcome(request);
  if (outcome.status === 'open' || outcome.status === 'unknown')
    return { label: outcome.label, at: null, status: 'open' };
  if (outcome.status === 'redirected') return { label: outcome.label, at: outcome.at, status: 'open' };
  return { label: outcome.label, at: outcome.at, status: outcome.status === 'accepted' ? 'reached' : 'error' };
}

/** Returns a warning if an invalid event was accepted, because collectors validate only later; else `null`. */
export function misleadingResponseText(record: JudgedRecord): string | null {
  const request = record.requests.at(-1);
  const outcome = request && requestOutcome(request);
  if (record.verdict !== 'invalid' || outcome?.status !== 'accepted') return null;
  return i18n.t('story.notValidated', { response: outcome.label });
}
