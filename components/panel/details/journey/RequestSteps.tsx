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
  /** Time of the previous step, or null if unknown. */
  readonly previousAt: EpochMilliseconds | null;
  readonly diagnostics: readonly DiagnosticLabel[];
}

/** An attempt to send the event. */
export function RequestStep({ request, number, isDuringCall, previousAt, diagnostics }: RequestStepProps) {
  return (
    <JourneyStepItem
      title={formatAttemptTitle(number)}
      at={request.at}
      code={`${request.method} ${formatUrlLabel(request.url)}`}
      gapMs={previousAt === null ? null : request.at - previousAt}
    >
      {formatBatch(request)} {isDuringCall && i18n.t('story.duringCall')}
      <StepNotes diagnostics={diagnostics} step="request" />
    </JourneyStepItem>
  );
}

const responseTitles = (): Readonly<Record<'accepted' | 'body-dropped' | 'rejected', string>> => ({
  accepted: i18n.t('journey.accepted'),
  'body-dropped': i18n.t('journey.notDelivered'),
  rejected: i18n.t('journey.rejected'),
});

interface ResponseStepProps extends Pick<RequestStepProps, 'request' | 'diagnostics'> {
  /** Time of the previous step. */
  readonly previousAt: EpochMilliseconds;
  readonly onCopy: AppCommands['copy'];
}

/** The response to an attempt. */
export function ResponseStep({ request, previousAt, diagnostics, onCopy }: ResponseStepProps) {
  const outcome = requestOutcome(request);
  if (outcome.status === 'open' || outcome.status === 'unknown') {
    return (
      <JourneyStepItem title={outcome.label} status="open" gapMs={null}>
        {outcome.status === 'open' ? i18n.t('story.openText') : formatHiddenResponse(request)}
      </JourneyStepItem>
    );
  }
  const gapMs = outcome.at - previousAt;
  const notes = <StepNotes diagnostics={diagnostics} step="response" />;
  if (outcome.status === 'failed') {
    return (
      <JourneyStepItem title={i18n.t('story.noResponse')} at={outcome.at} gapMs={gapMs} status="failed">
        {outcome.message || i18n.t('story.failedText')}
        {notes}
      </JourneyStepItem>
    );
  }
  if (outcome.status === 'redirected') {
    return (
      <JourneyStepItem title={outcome.label} at={outcome.at} gapMs={gapMs} status="open">
        {i18n.t('story.redirectedText')}
      </JourneyStepItem>
    );
  }
  const isAccepted = outcome.status === 'accepted';
  const statusCode = (
    <StatusLabel icon={isAccepted ? 'valid' : 'invalid'} tone={isAccepted ? 'success' : 'error'}>
      {outcome.httpStatus}
    </StatusLabel>
  );
  return (
    <JourneyStepItem
      title={responseTitles()[outcome.status]}
      at={outcome.at}
      gapMs={gapMs}
      status={isAccepted ? undefined : 'failed'}
      label={statusCode}
    >
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
  /** `open` if the step has not happened, or was not observed. Unset for a step without problems. */
  readonly status?: 'open' | 'failed' | 'lost' | undefined;
  /** Rendered beside the title. */
  readonly label?: ComponentChildren;
  readonly children: ComponentChildren;
}

const stepClasses = { open: 'open', failed: 'error-step', lost: 'lost-step' } as const;

/** A step of a journey with its details. */
export function JourneyStepItem({ title, at, code, gapMs, status, label, children }: JourneyStepItemProps) {
  return (
    <li class={status && stepClasses[status]}>
      {gapMs !== null && <span class="lap">{formatDuration(gapMs)}</span>}
      <time>{at === undefined ? '' : formatClockTime(at)}</time>
      <div>
        <b>{title}</b> {code && <code>{code}</code>}
        {label}
        <div class="muted">{children}</div>
      </div>
    </li>
  );
}
