import { Fragment } from 'preact';
import { countText } from '#components/i18n/count-text.ts';
import { gapText } from '#components/i18n/format.ts';
import { pageLabel } from '#components/i18n/journey-labels.ts';
import { useApp } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { journeyState } from '#core/journey/journey-state';
import type { EventSighting, TelemetryRecord } from '#core/journey/record';
import { MAX_ROW_MESSAGES, MAX_ROW_REQUESTS } from '#core/journey/record-updates';
import { isJsonObject } from '#core/json/json';
import { i18n } from '#i18n';
import { type ToldTrouble, toldTroubles } from './diagnostic-labels';
import { StoryStep } from './JourneyStep';
import { notEmittedText, waitingText, waitingTitle } from './journey-story';
import { RequestSteps } from './RequestSteps';
import { requestOutcome } from './request-outcome';
import { StepNotes } from './StepNotes';

interface Told {
  readonly record: TelemetryRecord;
  readonly troubles: readonly ToldTrouble[];
}

/** The journey told in full: the call, the event, each request and its answer, and at each step what went wrong. */
export function JourneyTab({ record }: { readonly record: TelemetryRecord }) {
  const { commands } = useApp();
  const { records } = useEventList();
  const told = { record, troubles: toldTroubles(record) };
  const held = records.counts.value.waitingIn.get(record.documentKey) ?? 0;
  const last = record.requests.length - 1;
  const omitted = record.omitted?.requests ?? 0;
  return (
    <ol class="story">
      <CalledStep {...told} />
      <EmittedStep {...told} />
      <HeldStep {...told} held={held} />
      {record.requests.map((request, index) => (
        <Fragment key={request.id}>
          {index === MAX_ROW_REQUESTS / 2 && omitted > 0 && (
            <StoryStep title={i18n.t('story.omittedRequests', omitted, { n: countText(omitted) })} open lap={null}>
              {i18n.t('story.omittedText')}
            </StoryStep>
          )}
          <RequestSteps
            request={request}
            number={index + 1 + (index < MAX_ROW_REQUESTS / 2 ? 0 : omitted)}
            since={sinceOf(record, index)}
            troubles={index === last ? told.troubles : []}
            onCopy={commands.copy}
          />
        </Fragment>
      ))}
    </ol>
  );
}

function sinceOf(record: TelemetryRecord, index: number): number | null {
  if (record.omitted?.requests && index === MAX_ROW_REQUESTS / 2) return null;
  const before = record.requests[index - 1];
  if (!before) return record.event?.at ?? record.call?.at ?? null;
  const outcome = requestOutcome(before);
  return 'at' in outcome ? outcome.at : null;
}

function CalledStep({ record, troubles }: Told) {
  const { call, sdk, frame } = record;
  if (!call) {
    return (
      <StoryStep title={i18n.t('story.callNotSeen')} open lap={null}>
        {i18n.t(frame.url === '' ? 'story.onlyRequest' : 'story.emittedWithoutCall')}
      </StoryStep>
    );
  }
  const place = { page: pageLabel(frame), frame: frame.frameId };
  const where = sdk ? i18n.t('story.whereSdk', { generation: sdk.generation, ...place }) : i18n.t('story.where', place);
  const omitted = record.omitted?.messages ?? 0;
  const code = `${sdk ? `${sdk.global}.` : ''}${call.method}(…)`;
  return (
    <StoryStep
      title={i18n.t('journey.called')}
      at={call.at}
      code={code}
      lap={null}
      bad={call.outcome.status === 'threw'}
    >
      {where} {outcomeText(call)}
      {call.said.map(({ level, message }, index) => (
        <Fragment key={String(index)}>
          {index === MAX_ROW_MESSAGES / 2 && omitted > 0 && (
            <p>{i18n.t('story.omittedMessages', omitted, { n: countText(omitted) })}</p>
          )}
          <p>
            {i18n.t('story.console', { level })} <code>{message}</code>
          </p>
        </Fragment>
      ))}
      <StepNotes troubles={troubles} step="called" />
    </StoryStep>
  );
}

function outcomeText({ outcome, at }: NonNullable<TelemetryRecord['call']>): string {
  if (outcome.status === 'threw') {
    return i18n.t('story.threwAfter', { time: gapText(outcome.at - at), message: outcome.message });
  }
  if (outcome.status === 'pending') return i18n.t('story.promise');
  if (outcome.status !== 'returned') return i18n.t('story.running');
  return i18n.t('story.returnedAfter', { time: gapText(outcome.at - at) });
}

const seenWords = (): Readonly<Record<EventSighting['seenIn'], string>> => ({
  page: 'TelemetryEvent',
  request: i18n.t('story.onlyInBatch'),
  file: i18n.t('story.fromFile'),
});

function EmittedStep({ record, troubles }: Told) {
  const { call, event } = record;
  if (!event) {
    if (journeyState(record) !== 'called') return null;
    return (
      <StoryStep title={i18n.t('story.notEmittedYet')} open lap={null}>
        {notEmittedText(record)}
      </StoryStep>
    );
  }
  const mid = isJsonObject(event.json) ? event.json.mid : undefined;
  const seen = seenWords()[event.seenIn];
  return (
    <StoryStep title={i18n.t('story.emitted')} at={event.at} code={seen} lap={call && event.at - call.at}>
      {typeof mid === 'string' ? (
        <>
          mid <code>{mid}</code>
        </>
      ) : (
        i18n.t('story.noMid')
      )}
      <StepNotes troubles={troubles} step="emitted" />
    </StoryStep>
  );
}

function HeldStep({ record, troubles, held }: Told & { readonly held: number }) {
  const state = journeyState(record);
  if (state === 'lost') {
    return (
      <StoryStep title={i18n.t('story.pageUnloaded')} lost lap={null}>
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
