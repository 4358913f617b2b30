import { Fragment } from 'preact';
import { formatNumber } from '#components/i18n/count-text.ts';
import { formatDuration } from '#components/i18n/format.ts';
import { formatPageLabel } from '#components/i18n/journey-labels.ts';
import { lazy } from '#components/kit/lazy.tsx';
import type { DetailTabEntry } from '#components/panel/app/detail-tabs.ts';
import { useApp } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { ReloadPage, useIsCallMissed } from '#components/panel/event-list/ReloadPage.tsx';
import { journeyState } from '#core/journey/journey-state';
import type { ObservedEvent, ObservedRequest } from '#core/journey/record';
import { MAX_ROW_MESSAGES, MAX_ROW_REQUESTS } from '#core/journey/record-updates';
import { isJsonObject } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { CalledFrom } from '../call-stack/CalledFrom';
import { LastAction } from '../user-action/LastAction';
import { type DiagnosticLabel, labelDiagnostics } from './diagnostic-labels';
import { countStepsBeforeEmitted } from './journey-steps';
import { formatNotEmitted, formatWaiting, formatWaitingTitle } from './journey-story';
import { JourneyStepItem, RequestStep, ResponseStep, StepNotes } from './RequestSteps';
import { requestOutcome } from './request-outcome';

const ProcessedStoryItem = lazy(async () => (await import('../fate/ProcessedStoryItem')).ProcessedStoryItem);

interface DiagnosedRecord {
  readonly record: JudgedRecord;
  readonly diagnostics: readonly DiagnosticLabel[];
}

/**
 * The journey in full: the call, the event, each request and its response.
 * Each step shows its diagnostics.
 */
function JourneyTab({ record }: { readonly record: JudgedRecord }) {
  const { commands } = useApp();
  const { records } = useEventList();
  const diagnosed = { record, diagnostics: labelDiagnostics(record, records) };
  const queuedCount = records.counts.value.waitingIn.get(record.documentKey) ?? 0;
  const lastIndex = record.requests.length - 1;
  const omitted = record.omitted?.requests ?? 0;
  const times = record.requests.flatMap((request) => {
    const outcome = requestOutcome(request);
    return [{ at: request.at }, { at: 'at' in outcome ? outcome.at : null }];
  });
  const stepsBeforeEmitted = countStepsBeforeEmitted(record.event?.at ?? null, times);
  const emittedStep = (
    <EmittedStep
      {...diagnosed}
      previousAt={stepsBeforeEmitted > 0 ? (times[stepsBeforeEmitted - 1]?.at ?? null) : calledAt(record)}
    />
  );
  return (
    <ol class="story">
      <CalledStep {...diagnosed} />
      {stepsBeforeEmitted === 0 && emittedStep}
      <QueuedStep {...diagnosed} queuedCount={queuedCount} />
      {record.requests.map((request, index) => (
        <Fragment key={request.id}>
          {index === MAX_ROW_REQUESTS / 2 && omitted > 0 && (
            <JourneyStepItem
              title={i18n.t('story.omittedRequests', omitted, { n: formatNumber(omitted) })}
              status="open"
              gapMs={null}
            >
              {i18n.t('story.omittedText')}
            </JourneyStepItem>
          )}
          <RequestStep
            request={request}
            number={index + 1 + (index < MAX_ROW_REQUESTS / 2 ? 0 : omitted)}
            isDuringCall={isDuringCall(record, request)}
            previousAt={previousStepTime(record, index, stepsBeforeEmitted)}
            diagnostics={index === lastIndex ? diagnosed.diagnostics : []}
          />
          {stepsBeforeEmitted === 2 * index + 1 && emittedStep}
          <ResponseStep
            request={request}
            previousAt={stepsBeforeEmitted === 2 * index + 1 ? (record.event?.at ?? request.at) : request.at}
            diagnostics={index === lastIndex ? diagnosed.diagnostics : []}
            onCopy={commands.copy}
          />
          {stepsBeforeEmitted === 2 * index + 2 && emittedStep}
        </Fragment>
      ))}
      <ProcessedStoryItem record={record} />
    </ol>
  );
}

/** Returns the time of the step before a request, or `null` if unknown. Each earlier request has two steps. */
function previousStepTime(record: JudgedRecord, requestIndex: number, stepsBeforeEmitted: number): number | null {
  if (record.omitted?.requests && requestIndex === MAX_ROW_REQUESTS / 2) return null;
  if (record.event && stepsBeforeEmitted === 2 * requestIndex) return record.event.at;
  const previousRequest = record.requests[requestIndex - 1];
  if (!previousRequest) return calledAt(record);
  const outcome = requestOutcome(previousRequest);
  return 'at' in outcome ? outcome.at : null;
}

function calledAt({ call }: JudgedRecord): number | null {
  return call?.at ?? null;
}

function isDuringCall({ call }: JudgedRecord, { at }: ObservedRequest): boolean {
  if (call === null || at < call.at) return false;
  return (call.outcome.status === 'returned' || call.outcome.status === 'threw') && at <= call.outcome.at;
}

function CalledStep({ record, diagnostics }: DiagnosedRecord) {
  const { call, sdk, frame } = record;
  const isCallMissed = useIsCallMissed(record);
  if (!call && record.requests[0]?.transport === 'extension') {
    return (
      <JourneyStepItem title={i18n.t('story.posted')} at={record.requests[0].at} gapMs={null}>
        {i18n.t('story.byExtension')}
      </JourneyStepItem>
    );
  }
  if (!call) {
    return (
      <JourneyStepItem title={i18n.t('story.callNotSeen')} status="open" gapMs={null}>
        {i18n.t(frame.url === '' ? 'story.onlyRequest' : 'story.emittedWithoutCall')}{' '}
        {isCallMissed && <ReloadPage appearance="text" />}
      </JourneyStepItem>
    );
  }
  const pageParams = { page: formatPageLabel(frame), frame: frame.frameId };
  const where = sdk
    ? i18n.t('story.whereSdk', { generation: sdk.generation, ...pageParams })
    : i18n.t('story.where', pageParams);
  const omitted = record.omitted?.messages ?? 0;
  const code = `${sdk ? `${sdk.global}.` : ''}${call.method}(…)`;
  return (
    <JourneyStepItem
      title={i18n.t('journey.called')}
      at={call.at}
      code={code}
      gapMs={null}
      status={call.outcome.status === 'threw' ? 'failed' : undefined}
    >
      {where} {outcomeText(call)}
      {call.consoleMessages.map(({ level, message }, index) => (
        <Fragment key={String(index)}>
          {index === MAX_ROW_MESSAGES / 2 && omitted > 0 && (
            <p>{i18n.t('story.omittedMessages', omitted, { n: formatNumber(omitted) })}</p>
          )}
          <p>
            {i18n.t('story.console', { level })} <code>{message}</code>
          </p>
        </Fragment>
      ))}
      <LastAction call={call} />
      <CalledFrom record={record} />
      <StepNotes diagnostics={diagnostics} step="called" />
    </JourneyStepItem>
  );
}

function outcomeText({ outcome, at }: NonNullable<JudgedRecord['call']>): string {
  if (outcome.status === 'threw') {
    return i18n.t('story.threwAfter', { time: formatDuration(outcome.at - at), message: outcome.message });
  }
  if (outcome.status === 'pending') return i18n.t('story.promise');
  if (outcome.status !== 'returned') return i18n.t('story.running');
  return i18n.t('story.returnedAfter', { time: formatDuration(outcome.at - at) });
}

const observedInLabels = (): Readonly<Record<ObservedEvent['observedIn'], string>> => ({
  page: 'TelemetryEvent',
  request: i18n.t('story.onlyInBatch'),
  file: i18n.t('story.fromFile'),
});

function EmittedStep({ record, diagnostics, previousAt }: DiagnosedRecord & { readonly previousAt: number | null }) {
  const { event } = record;
  if (!event) {
    if (journeyState(record) !== 'called') return null;
    return (
      <JourneyStepItem title={i18n.t('story.notEmittedYet')} status="open" gapMs={null}>
        {formatNotEmitted(record)}
      </JourneyStepItem>
    );
  }
  const mid = isJsonObject(event.json) ? event.json.mid : undefined;
  const observedIn = observedInLabels()[event.observedIn];
  return (
    <JourneyStepItem
      title={i18n.t('story.emitted')}
      at={event.at}
      code={observedIn}
      gapMs={previousAt === null ? null : event.at - previousAt}
    >
      {typeof mid === 'string' ? (
        <>
          mid <code>{mid}</code>
        </>
      ) : (
        i18n.t('story.noMid')
      )}
      <StepNotes diagnostics={diagnostics} step="emitted" />
    </JourneyStepItem>
  );
}

function QueuedStep({ record, diagnostics, queuedCount }: DiagnosedRecord & { readonly queuedCount: number }) {
  const state = journeyState(record);
  if (state === 'lost') {
    return (
      <JourneyStepItem title={i18n.t('story.pageUnloaded')} status="lost" gapMs={null}>
        <StepNotes diagnostics={diagnostics} step="queued" />
      </JourneyStepItem>
    );
  }
  if (state !== 'waiting') return null;
  return (
    <JourneyStepItem title={formatWaitingTitle(queuedCount, record.call)} status="open" gapMs={null}>
      {formatWaiting(queuedCount, record.call)}
    </JourneyStepItem>
  );
}

/** The Journey tab, registered in the details. */
export const journeyTab: DetailTabEntry = {
  id: 'journey',
  label: () => i18n.t('detail.journey'),
  View: JourneyTab,
};
