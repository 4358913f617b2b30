import { type Message, type MessageText, message } from '#core/util/message';
import { countRetries, detectDropReason, isChanged, isSentTwice, journeyState, sentAsEid } from './journey-state';
import type { TelemetryRecord } from './record';
import { leakedOptionOf } from './sticky-options';

/** A problem in the journey of an event, with its cause and remedy. */
export interface Diagnostic {
  readonly code:
    | 'threw'
    | 'dropped-by-validation'
    | 'end-without-start'
    | 'no-event'
    | 'lost'
    | 'rejected'
    | 'failed'
    | 'body-dropped'
    | 'retried'
    | 'sent-as-another-kind'
    | 'shared-mid'
    | 'sent-twice'
    | 'out-of-order'
    | 'changed'
    | 'sticky-options';
  readonly title: Message;
  /** The reason, as far as it is known. */
  readonly cause: MessageText;
  readonly remedy: Message;
}

/**
 * Returns all diagnostics of a record, the most severe first.
 * The list is empty for an event that arrived unchanged.
 */
export function diagnose(record: TelemetryRecord & { readonly sharesMid: boolean }): readonly Diagnostic[] {
  return [...diagnoseEnd(record), ...diagnoseIds(record), ...diagnoseAlterations(record)];
}

function diagnoseEnd(record: TelemetryRecord): readonly Diagnostic[] {
  const last = record.requests.at(-1)?.end;
  switch (journeyState(record)) {
    case 'threw':
      return [diagnoseThrow(record)];
    case 'dropped':
      return [diagnoseDrop(record)];
    case 'lost':
      return [diagnoseLoss(record)];
    case 'rejected':
      return [diagnoseRejection(last?.status === 'responded' ? last.httpStatus : 0)];
    case 'failed':
      return [
        last?.status === 'responded'
          ? diagnoseDroppedBody(last.httpStatus)
          : diagnoseFailure(last?.status === 'failed' ? (last.problem ?? last.message) : ''),
      ];
    case 'accepted':
      return countRetries(record) > 0 ? [diagnoseRetries(countRetries(record))] : [];
    default:
      return [];
  }
}

function diagnoseThrow({ call, kind, sdk }: TelemetryRecord): Diagnostic {
  const error = call?.outcome.status === 'threw' ? call.outcome.message : '';
  const diagnostic = { code: 'threw', title: message('diagnostics.threw.title'), cause: error } as const;
  if (/unsafe-eval|EvalError|Content Security Policy/i.test(error))
    return { ...diagnostic, remedy: message('diagnostics.evalBlocked.remedy') };
  const hasOutdatedSchema = kind === 'metrics' && sdk?.generation === '1.x';
  const remedy = message(hasOutdatedSchema ? 'diagnostics.metricsSchema.remedy' : 'diagnostics.threw.remedy');
  return { ...diagnostic, remedy };
}

function diagnoseDrop({ call, kind }: TelemetryRecord): Diagnostic {
  const drop = call && detectDropReason(call);
  if (drop?.type === 'validation') {
    return {
      code: 'dropped-by-validation',
      title: message('diagnostics.droppedByValidation.title'),
      cause: drop.detail,
      remedy: message('diagnostics.droppedByValidation.remedy'),
    };
  }
  if (drop?.type === 'no-start') {
    return {
      code: 'end-without-start',
      title: message('diagnostics.endWithoutStart.title'),
      cause: message('diagnostics.endWithoutStart.cause'),
      remedy: message('diagnostics.endWithoutStart.remedy'),
    };
  }
  return {
    code: 'no-event',
    title: message('diagnostics.noEvent.title'),
    cause: kind === null ? message('diagnostics.noEvent.cause') : message('diagnostics.noEvent.causeOfKind', { kind }),
    remedy: message('diagnostics.noEvent.remedy'),
  };
}

function diagnoseLoss({ call, event, lossReason }: TelemetryRecord): Diagnostic {
  const remedy = message('diagnostics.lost.remedy');
  if (lossReason) {
    const title = message('diagnostics.lost.titleOfEnded');
    return lossReason === 'ended'
      ? {
          code: 'lost',
          title,
          cause: message('diagnostics.lost.ended'),
          remedy: message('diagnostics.lost.endedRemedy'),
        }
      : { code: 'lost', title, cause: message('diagnostics.lost.cacheExpired'), remedy };
  }
  const cause = event ? queueCause(call?.batchSize ?? 0) : message('diagnostics.lost.notEmitted');
  return { code: 'lost', title: message('diagnostics.lost.title'), cause, remedy };
}

/** @param size the batch size of the SDK, or 0 if unknown. */
function queueCause(size: number): Message {
  return size > 0 ? message('diagnostics.lost.queuedInBatch', { size }) : message('diagnostics.lost.queued');
}

function diagnoseRejection(http: number): Diagnostic {
  const remedy =
    http === 401 || http === 403
      ? message('diagnostics.rejected.checkAuth')
      : message('diagnostics.rejected.checkResponse');
  return {
    code: 'rejected',
    title: message('diagnostics.rejected.title', { http }),
    cause: message('diagnostics.rejected.cause', { http }),
    remedy,
  };
}

function diagnoseFailure(reason: MessageText): Diagnostic {
  const remedy = message('diagnostics.failed.remedy');
  return {
    code: 'failed',
    title: message('story.noResponse'),
    cause: reason || message('diagnostics.failed.cause'),
    remedy,
  };
}

function diagnoseDroppedBody(http: number): Diagnostic {
  return {
    code: 'body-dropped',
    title: message('diagnostics.bodyDropped.title'),
    cause: message('diagnostics.bodyDropped.cause', { http }),
    remedy: message('diagnostics.bodyDropped.remedy'),
  };
}

function diagnoseRetries(times: number): Diagnostic {
  const cause = message('diagnostics.retried.cause', times, { n: times });
  return {
    code: 'retried',
    title: message('diagnostics.retried.title', times, { n: times }),
    cause,
    remedy: message('diagnostics.retried.remedy'),
  };
}

/** Diagnoses `eid` and `mid`. */
function diagnoseIds(record: TelemetryRecord & { readonly sharesMid: boolean }): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const eid = sentAsEid(record);
  if (eid !== null) {
    diagnostics.push({
      code: 'sent-as-another-kind',
      title: message('diagnostics.sentAs.title', { eid }),
      cause: message('diagnostics.sentAs.cause'),
      remedy: message('diagnostics.sentAs.remedy'),
    });
  }
  if (record.sharesMid) {
    diagnostics.push({
      code: 'shared-mid',
      title: message('diagnostics.duplicateMid.title'),
      cause: message('diagnostics.duplicateMid.cause'),
      remedy: message('diagnostics.duplicateMid.remedy'),
    });
  }
  if (isSentTwice(record)) {
    diagnostics.push({
      code: 'sent-twice',
      title: message('journey.sentTwiceText'),
      cause: message('diagnostics.sentTwice.cause'),
      remedy: message('diagnostics.sentTwice.remedy'),
    });
  }
  return diagnostics;
}

function diagnoseChanges({ kind, changes }: TelemetryRecord): Diagnostic {
  const paths = changes.filter(({ type }) => type !== 'added').map(({ path }) => path.join('.'));
  const base = { code: 'changed', title: message('diagnostics.changed.title') } as const;
  if (kind === 'feedback' && paths.includes('edata.comments')) {
    const cause = message('diagnostics.feedback.cause', { shown: paths.join(', ') });
    return { ...base, cause, remedy: message('diagnostics.feedback.remedy') };
  }
  if (kind === 'end' && paths.every((path) => path === 'edata.duration')) {
    return {
      ...base,
      cause: message('diagnostics.endDuration.cause'),
      remedy: message('diagnostics.endDuration.remedy'),
    };
  }
  return { ...base, cause: changeCause(paths), remedy: message('diagnostics.changed.remedy') };
}

/** Diagnoses changed, reordered and leaked values. */
function diagnoseAlterations(record: TelemetryRecord): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const eventsEmittedBefore = record.event?.eventsEmittedBefore ?? 0;
  if (eventsEmittedBefore > 0) {
    diagnostics.push({
      code: 'out-of-order',
      title: message('diagnostics.outOfOrder.title', eventsEmittedBefore, { n: eventsEmittedBefore }),
      cause: message('diagnostics.outOfOrder.cause'),
      remedy: message('diagnostics.outOfOrder.remedy'),
    });
  }
  if (isChanged(record)) diagnostics.push(diagnoseChanges(record));
  const leaked = leakedOptionOf(record);
  if (leaked !== null) {
    diagnostics.push({
      code: 'sticky-options',
      title: message('diagnostics.leakedOptions.title'),
      cause: message('diagnostics.leakedOptions.cause', {
        path: leaked.path.join('.'),
        fromRow: leaked.fromRow,
      }),
      remedy: message('diagnostics.leakedOptions.remedy'),
    });
  }
  return diagnostics;
}

const MAX_PATHS = 3;

function changeCause(paths: readonly string[]): Message {
  const listedPaths = paths.slice(0, MAX_PATHS).join(', ');
  const more = paths.length - MAX_PATHS;
  return more > 0
    ? message('diagnostics.changed.causeAndMore', { shown: listedPaths, more })
    : message('diagnostics.changed.cause', { shown: listedPaths });
}
