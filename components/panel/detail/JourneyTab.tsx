import type { TelemetryRecord } from '../../../lib/journey/record';
import { journeyState } from '../../../lib/journey/state';
import { isJsonObject } from '../../../lib/json';
import { gapText } from '../../../lib/panel/figures';
import { notEmittedText, waitingText, waitingTitle } from '../../../lib/panel/journey-story';
import { requestOutcome } from '../../../lib/panel/request-end';
import { type ToldTrouble, toldTroubles } from '../../../lib/panel/trouble-words';
import { pageLabel } from '../../../lib/panel/words';
import type { DetailPart } from './Detail';
import { RequestSteps } from './RequestSteps';
import { StepNotes } from './StepNotes';
import { StoryStep } from './StoryStep';

interface Told {
  readonly record: TelemetryRecord;
  readonly troubles: readonly ToldTrouble[];
}

/** The journey told in full: the call, the event, each request and its answer, and at each step what went wrong. */
export function JourneyTab({ record, model }: DetailPart) {
  const told = { record, troubles: toldTroubles(record) };
  const held = model.records.counts.value.waitingIn.get(record.documentKey) ?? 0;
  const last = record.requests.length - 1;
  return (
    <ol class="story">
      <CalledStep {...told} />
      <EmittedStep {...told} />
      <HeldStep {...told} held={held} />
      {record.requests.map((request, index) => (
        <RequestSteps
          key={request.id}
          request={request}
          number={index + 1}
          since={sinceOf(record, index)}
          troubles={index === last ? told.troubles : []}
        />
      ))}
    </ol>
  );
}

function sinceOf(record: TelemetryRecord, index: number): number | null {
  const before = record.requests[index - 1];
  if (!before) return record.event?.at ?? record.call?.at ?? null;
  const outcome = requestOutcome(before);
  return 'at' in outcome ? outcome.at : null;
}

function CalledStep({ record, troubles }: Told) {
  const { call, sdk, frame } = record;
  if (!call) {
    return (
      <StoryStep title="Call not seen" open lap={null}>
        {frame.url === '' ? 'Only the request was seen.' : 'The event was raised without a call that could be seen.'}
      </StoryStep>
    );
  }
  const where = `${sdk ? `SDK ${sdk.generation} in ` : 'In '}${pageLabel(frame)}, frame ${frame.frameId}.`;
  const code = `${sdk ? `${sdk.global}.` : ''}${call.method}(…)`;
  return (
    <StoryStep title="Called" at={call.at} code={code} lap={null} bad={call.outcome.status === 'threw'}>
      {where} {outcomeText(call)}
      {call.said.map(({ level, message }, index) => (
        <p key={String(index)}>
          Console {level}: <code>{message}</code>
        </p>
      ))}
      <StepNotes troubles={troubles} step="called" />
    </StoryStep>
  );
}

function outcomeText({ outcome, at }: NonNullable<TelemetryRecord['call']>): string {
  if (outcome.status === 'threw') return `Threw after ${gapText(outcome.at - at)}: ${outcome.message}`;
  if (outcome.status === 'pending') return 'Gave a promise that is not settled yet.';
  return outcome.status === 'returned' ? `Returned after ${gapText(outcome.at - at)}.` : 'Has not returned yet.';
}

function EmittedStep({ record, troubles }: Told) {
  const { call, event } = record;
  if (!event) {
    if (journeyState(record) !== 'called') return null;
    return (
      <StoryStep title="Not emitted yet" open lap={null}>
        {notEmittedText(record)}
      </StoryStep>
    );
  }
  const mid = isJsonObject(event.json) ? event.json.mid : undefined;
  const seen = event.seenIn === 'page' ? 'TelemetryEvent' : 'Seen only in its batch';
  return (
    <StoryStep title="Emitted" at={event.at} code={seen} lap={call && event.at - call.at}>
      {typeof mid === 'string' ? (
        <>
          mid <code>{mid}</code>
        </>
      ) : (
        'It has no mid.'
      )}
      <StepNotes troubles={troubles} step="emitted" />
    </StoryStep>
  );
}

function HeldStep({ record, troubles, held }: Told & { readonly held: number }) {
  const state = journeyState(record);
  if (state === 'lost') {
    return (
      <StoryStep title="The page went away" lost lap={null}>
        <StepNotes troubles={troubles} step="held" />
      </StoryStep>
    );
  }
  if (state !== 'waiting') return null;
  return (
    <StoryStep title={waitingTitle(held, record.call)} open lap={null}>
      {waitingText(held, record.call)}
    </StoryStep>
  );
}
