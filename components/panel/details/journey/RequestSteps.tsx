import { addressLabel } from '#components/i18n/journey-labels.ts';
import { State } from '#components/kit/StatusLabel.tsx';
import type { AppCommands } from '#components/panel/app/app-commands.ts';
import type { RequestSighting } from '#core/journey/record';
import { i18n } from '#i18n';
import type { ToldTrouble } from './diagnostic-labels';
import { StoryStep } from './JourneyStep';
import { batchText, hiddenResponseText, tryTitle } from './journey-story';
import { AnswerText } from './ResponseText';
import { requestOutcome } from './request-outcome';
import { StepNotes } from './StepNotes';

interface RequestStepsProps {
  readonly request: RequestSighting;
  /** 1 for the first try. */
  readonly number: number;
  /** When the step before it was, in epoch milliseconds. */
  readonly since: number | null;
  readonly troubles: readonly ToldTrouble[];
  readonly onCopy: AppCommands['copy'];
}

/** One try to send the event: the request, and what became of it. */
export function RequestSteps({ request, number, since, troubles, onCopy }: RequestStepsProps) {
  return (
    <>
      <StoryStep
        title={tryTitle(number)}
        at={request.at}
        code={`${request.method} ${addressLabel(request.url)}`}
        lap={since === null ? null : request.at - since}
      >
        {batchText(request)}
        <StepNotes troubles={troubles} step="request" />
      </StoryStep>
      <AnswerStep request={request} troubles={troubles} onCopy={onCopy} />
    </>
  );
}

const titles = (): Readonly<Record<'answered' | 'body-dropped' | 'refused', string>> => ({
  answered: i18n.t('journey.accepted'),
  'body-dropped': i18n.t('journey.notDelivered'),
  refused: i18n.t('journey.rejected'),
});

type AnswerStepProps = Pick<RequestStepsProps, 'request' | 'troubles' | 'onCopy'>;

function AnswerStep({ request, troubles, onCopy }: AnswerStepProps) {
  const outcome = requestOutcome(request);
  if (outcome.status === 'open' || outcome.status === 'untold') {
    return (
      <StoryStep title={outcome.label} open lap={null}>
        {outcome.status === 'open' ? i18n.t('story.openText') : hiddenResponseText(request)}
      </StoryStep>
    );
  }
  const lap = outcome.at - request.at;
  const notes = <StepNotes troubles={troubles} step="answer" />;
  if (outcome.status === 'failed') {
    return (
      <StoryStep title={i18n.t('story.noResponse')} at={outcome.at} lap={lap} bad>
        {outcome.message || i18n.t('story.failedText')}
        {notes}
      </StoryStep>
    );
  }
  if (outcome.status === 'redirected') {
    return (
      <StoryStep title={outcome.label} at={outcome.at} lap={lap} open>
        {i18n.t('story.redirectedText')}
      </StoryStep>
    );
  }
  const fine = outcome.status === 'answered';
  const code = (
    <State icon={fine ? 'valid' : 'invalid'} tone={fine ? 'ok' : 'bad'}>
      {outcome.http}
    </State>
  );
  return (
    <StoryStep title={titles()[outcome.status]} at={outcome.at} lap={lap} bad={!fine} state={code}>
      {request.answer ? <AnswerText text={request.answer} onCopy={onCopy} /> : i18n.t('story.bodyNotAvailable')}
      {notes}
    </StoryStep>
  );
}
