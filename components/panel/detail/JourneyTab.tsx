import type { RequestSighting, TelemetryRecord } from '../../../lib/journey/record';
import { isJsonObject } from '../../../lib/json';
import { countText, gapText, sizeText } from '../../../lib/panel/figures';
import { requestOutcome } from '../../../lib/panel/request-end';
import { addressLabel, pageLabel } from '../../../lib/panel/words';
import { State } from '../../ui/State';
import { AnswerText } from './AnswerText';
import type { DetailPart } from './Detail';
import { StoryStep } from './StoryStep';

/** The journey told in full: the call, the event, each request and its answer. */
export function JourneyTab({ record }: DetailPart) {
  return (
    <ol class="story">
      <CalledStep record={record} />
      <EmittedStep record={record} />
      {record.requests.map((request, index) => (
        <RequestSteps key={request.id} request={request} attempt={index + 1} since={sinceOf(record, index)} />
      ))}
      {record.requests.length === 0 && record.event && (
        <StoryStep title="Waiting" open lap={null}>
          In the SDK’s batch. It is sent when the batch is full, or with an END.
        </StoryStep>
      )}
    </ol>
  );
}

function sinceOf(record: TelemetryRecord, index: number): number | null {
  const before = record.requests[index - 1];
  if (!before) return record.event?.at ?? record.call?.at ?? null;
  const outcome = requestOutcome(before);
  return 'at' in outcome ? outcome.at : null;
}

function CalledStep({ record }: { readonly record: TelemetryRecord }) {
  const { call, sdk, frame } = record;
  if (!call) {
    return (
      <StoryStep title="Call not seen" open lap={null}>
        {frame.url === '' ? 'Only the request was seen.' : 'The event was raised without a call that could be seen.'}
      </StoryStep>
    );
  }
  const where = `${sdk ? `SDK ${sdk.generation} in ` : 'In '}${pageLabel(frame)}, frame ${frame.frameId}.`;
  return (
    <StoryStep title="Called" at={call.at} code={`${sdk ? `${sdk.global}.` : ''}${call.method}(…)`} lap={null}>
      {where} {outcomeText(call)}
    </StoryStep>
  );
}

function outcomeText({ outcome, at }: NonNullable<TelemetryRecord['call']>): string {
  if (outcome.status === 'threw') return `Threw: ${outcome.message}`;
  if (outcome.status === 'pending') return 'Gave a promise that is not settled yet.';
  return outcome.status === 'returned' ? `Returned after ${gapText(outcome.at - at)}.` : 'Has not returned yet.';
}

function EmittedStep({ record: { call, event } }: { readonly record: TelemetryRecord }) {
  if (!event) return null;
  const mid = isJsonObject(event.json) ? event.json.mid : undefined;
  return (
    <StoryStep title="Emitted" at={event.at} code="TelemetryEvent" lap={call && event.at - call.at}>
      {typeof mid === 'string' ? (
        <>
          mid <code>{mid}</code>
        </>
      ) : (
        'It has no mid.'
      )}
    </StoryStep>
  );
}

interface RequestStepsProps {
  readonly request: RequestSighting;
  readonly attempt: number;
  readonly since: number | null;
}

function RequestSteps({ request, attempt, since }: RequestStepsProps) {
  const place = `Batch of ${countText(request.batchSize)}, ${sizeText(request.bodyBytes)}, this is event ${countText(request.indexInBatch + 1)}.`;
  return (
    <>
      <StoryStep
        title={attempt === 1 ? 'Sent' : `Sent again, attempt ${attempt}`}
        at={request.at}
        code={`${request.method} ${addressLabel(request.url)}`}
        lap={since === null ? null : request.at - since}
      >
        {place}
      </StoryStep>
      <AnswerStep request={request} />
    </>
  );
}

function AnswerStep({ request }: { readonly request: RequestSighting }) {
  const outcome = requestOutcome(request);
  if (outcome.status === 'open' || outcome.status === 'untold') {
    return (
      <StoryStep title={outcome.label} open lap={null}>
        {outcome.status === 'open'
          ? 'The request is still on its way.'
          : 'Sent as a beacon: the browser tells no page of its answer.'}
      </StoryStep>
    );
  }
  const lap = outcome.at - request.at;
  if (outcome.status === 'failed') {
    return (
      <StoryStep title="No answer" at={outcome.at} lap={lap} bad>
        {outcome.message || 'The request failed before the collector could answer.'}
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
    <StoryStep title={fine ? 'Answered' : 'Refused'} at={outcome.at} lap={lap} bad={!fine} state={code}>
      {request.answer ? <AnswerText text={request.answer} /> : 'The answer’s text was not kept.'}
    </StoryStep>
  );
}
