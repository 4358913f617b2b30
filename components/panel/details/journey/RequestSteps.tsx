import type { ComponentChildren } from 'preact';
import { formatClockTime, formatDuration } from '#components/i18n/format.ts';
import { formatUrlLabel } from '#components/i18n/journey-labels.ts';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { AppCommands } from '#components/panel/app/app-commands.ts';
import type { EpochMilliseconds, ObservedRequest } from '#core/journey/record';
import { i18n } from '#i18n';
import { DiagnosticNote } from './DiagnosticList';
import type { DiagnosticLabel, DiagnosticStep } from './diagnostic-labels';
import { formatAttemptTitle, formatBatch, formatHiddenResponse } from './journey-story';
import { ResponseText } from './ResponseText';
import { requestOutcome } from './request-outcome';

interface RequestStepProps {
  readonly request: ObservedRequest;
  /** 1 for the first attempt. */
  readonly number: number;
  /** Whether the SDK sent the request before the call of the event returned. */
  readonly isDuringCall: boolean;
  /** Time of the previous step, in epoch milliseconds. */
  readonly since: number | null;
  readonly diagnostics: readonly DiagnosticLabel[];
}

/** An attempt to send the event. */
export function RequestStep({ request, number, isDuringCall, since, diagnostics }: RequestStepProps) {
  return (
    <JourneyStepItem
      title={formatAttemptTitle(number)}
      at={request.at}
      code={`${request.method} ${formatUrlLabel(request.url)}`}
      gapMs={since === null ? null : request.at - since}
    >
      {formatBatch(request)} {isDuringCall && i18n.t('story.duringCall')}
      <StepNotes diagnostics={diagnostics} step="request" />
    </JourneyStepItem>
  );
}

const titles = (): Readonly<Record<'accepted' | 'body-dropped' | 'rejected', string>> => ({
  accepted: i18n.t('journey.accepted'),
  'body-dropped': i18n.t('journey.notDelivered'),
  rejected: i18n.t('journey.rejected'),
});

interface ResponseStepProps extends Pick<RequestStepProps, 'request' | 'diagnostics'> {
  /** Time of the previous step, in epoch milliseconds. */
  readonly since: number;
  readonly onCopy: AppCommands['copy'];
}

/** The response to an attempt. */
export function ResponseStep({ request, since, diagnostics, onCopy }: ResponseStepProps) {
  const outcome = requestOutcome(request);
  if (outcome.status === 'open' || outcome.status === 'unknown') {
    return (
      <JourneyStepItem title={outcome.label} open gapMs={null}>
        {outcome.status === 'open' ? i18n.t('story.openText') : formatHiddenResponse(request)}
      </JourneyStepItem>
    );
  }
  const lap = outcome.at - since;
  const notes = <StepNotes diagnostics={diagnostics} step="response" />;
  if (outcome.status === 'failed') {
    return (
      <JourneyStepItem title={i18n.t('story.noResponse')} at={outcome.at} gapMs={lap} failed>
        {outcome.message || i18n.t('story.failedText')}
        {notes}
      </JourneyStepItem>
    );
  }
  if (outcome.status === 'redirected') {
    return (
      <JourneyStepItem title={outcome.label} at={outcome.at} gapMs={lap} open>
        {i18n.t('story.redirectedText')}
      </JourneyStepItem>
    );
  }
  const fine = outcome.status === 'accepted';
  const code = (
    <StatusLabel icon={fine ? 'valid' : 'invalid'} tone={fine ? 'success' : 'error'}>
      {outcome.http}
    </StatusLabel>
  );
  return (
    <JourneyStepItem title={titles()[outcome.status]} at={outcome.at} gapMs={lap} failed={!fine} state={code}>
      {request.responseText ? (
        <ResponseText text={request.responseText} onCopy={onCopy} />
      ) : (
        i18n.t('story.bodyNotAvailable')
      )}
      {notes}
    </JourneyStepItem>
  );
}

interface StepNotesProps {
  readonly diagnostics: readonly DiagnosticLabel[];
  readonly step: DiagnosticStep;
}

/** Diagnostics at one step of the story. */
export function StepNotes({ diagnostics, step }: StepNotesProps) {
  const stepDiagnostics = diagnostics.filter((diagnostic) => diagnostic.step === step);
  return (
    <>
      {stepDiagnostics.map((diagnostic) => (
        <DiagnosticNote key={diagnostic.code} diagnostic={diagnostic} />
      ))}
    </>
  );
}

interface JourneyStepItemProps {
  readonly title: string;
  readonly at?: EpochMilliseconds;
  readonly code?: string;
  /** Milliseconds since the previous step, or null if unknown. */
  readonly gapMs: number | null;
  /** Whether the step has not happened, or was not observed. */
  readonly open?: boolean;
  readonly failed?: boolean;
  readonly lost?: boolean;
  /** Rendered beside the title. */
  readonly state?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A step of a journey with its details. */
export function JourneyStepItem({ title, at, code, gapMs, open, failed, lost, state, children }: JourneyStepItemProps) {
  return (
    <li class={open ? 'open' : failed ? 'error-step' : lost ? 'lost-step' : ''}>
      {gapMs !== null && <span class="lap">{formatDuration(gapMs)}</span>}
      <time>{at === undefined ? '' : formatClockTime(at)}</time>
      <div>
        <b>{title}</b> {code && <code>{code}</code>}
        {state}
        <div class="muted">{children}</div>
      </div>
    </li>
  );
}
