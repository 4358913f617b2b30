import { i18n } from '#i18n';
import { dropOf } from './drop-reason';
import { isChanged, isSentTwice, journeyState, leftAs, retries } from './journey-state';
import type { TelemetryRecord } from './record';

/** One thing that went wrong on an event's way: what it is called, why it happened, and what to do. */
export interface Trouble {
  readonly code:
    | 'threw'
    | 'dropped-by-validation'
    | 'end-without-start'
    | 'no-event'
    | 'lost'
    | 'refused'
    | 'failed'
    | 'body-dropped'
    | 'retried'
    | 'left-as-another'
    | 'shared-mid'
    | 'sent-twice'
    | 'overtaken'
    | 'changed'
    | 'sticky-options';
  readonly title: string;
  /** The reason, as far as it is known. */
  readonly why: string;
  readonly toDo: string;
}

/** Everything that went wrong on the way, the worst first; empty for an event that arrived as it was called. */
export function troublesOf(record: TelemetryRecord): readonly Trouble[] {
  return [...endings(record), ...identities(record), ...alterations(record)];
}

/** Where the way ended. */
function endings(record: TelemetryRecord): readonly Trouble[] {
  const last = record.requests.at(-1)?.end;
  switch (journeyState(record)) {
    case 'threw':
      return [threw(record)];
    case 'dropped':
      return [dropped(record)];
    case 'lost':
      return [lost(record)];
    case 'refused':
      return [refused(last?.status === 'answered' ? last.http : 0)];
    case 'failed':
      return [
        last?.status === 'answered' ? bodyDropped(last.http) : failed(last?.status === 'failed' ? last.message : ''),
      ];
    case 'answered':
      return retries(record) > 0 ? [retried(retries(record))] : [];
    default:
      return [];
  }
}

function threw({ call, kind, sdk }: TelemetryRecord): Trouble {
  const message = call?.outcome.status === 'threw' ? call.outcome.message : '';
  const csp = /unsafe-eval|EvalError|Content Security Policy/i.test(message);
  const oldSchema = kind === 'metrics' && sdk?.generation === '1.x';
  const toDo = csp
    ? i18n.t('troubles.theSdkCompilesItsSchemas')
    : oldSchema
      ? i18n.t('troubles.sdk1XHasNo')
      : i18n.t('troubles.readTheMessageThenLook');
  return { code: 'threw', title: i18n.t('troubles.theSdkThrew'), why: message, toDo };
}

function dropped({ call, kind }: TelemetryRecord): Trouble {
  const drop = call && dropOf(call);
  if (drop?.why === 'validation') {
    return {
      code: 'dropped-by-validation',
      title: i18n.t('troubles.droppedByTheSDKsValidation'),
      why: drop.detail,
      toDo: i18n.t('troubles.theSdkChecksItsOwn'),
    };
  }
  if (drop?.why === 'no-start') {
    return {
      code: 'end-without-start',
      title: i18n.t('troubles.endWithoutStart'),
      why: i18n.t('troubles.theSdkSendsAnEnd'),
      toDo: i18n.t('troubles.callStartFirstWhereIt'),
    };
  }
  return {
    code: 'no-event',
    title: i18n.t('troubles.calledButNeverRaised'),
    why: kind === null ? i18n.t('troubles.theSdkCameBackFromTheCall') : i18n.t('troubles.theSdkCameBackFrom', { kind }),
    toDo: i18n.t('troubles.lookWhetherTheSdkIs'),
  };
}

function lost({ call, event }: TelemetryRecord): Trouble {
  const size = call?.batchSize;
  const why = event
    ? size
      ? i18n.t('troubles.heldInABatchOf', { size })
      : i18n.t('troubles.theSdkStillHeldIt')
    : i18n.t('troubles.thePageWentAwayBefore');
  const toDo = i18n.t('troubles.callEndBeforeThePage');
  return { code: 'lost', title: i18n.t('troubles.lostWithThePage'), why, toDo };
}

function refused(http: number): Trouble {
  const toDo =
    http === 401 || http === 403 ? i18n.t('troubles.checkTheSDKsAuthtokenAnd') : i18n.t('troubles.lookAtTheAnswerIn');
  return {
    code: 'refused',
    title: i18n.t('troubles.refusedWith', { http }),
    why: i18n.t('troubles.theCollectorAnswered', { http }),
    toDo,
  };
}

function failed(message: string): Trouble {
  const toDo = i18n.t('troubles.lookWhetherTheAddressIs');
  return {
    code: 'failed',
    title: i18n.t('story.noAnswer'),
    why: message || i18n.t('troubles.theRequestFailedOnThe'),
    toDo,
  };
}

function bodyDropped(http: number): Trouble {
  return {
    code: 'body-dropped',
    title: i18n.t('troubles.bodyDropped'),
    why: i18n.t('troubles.bodyDroppedWhy', { http }),
    toDo: i18n.t('troubles.bodyDroppedFix'),
  };
}

function retried(times: number): Trouble {
  const why = i18n.t('troubles.itWasRefusedOrFailed', times, { n: times });
  return {
    code: 'retried',
    title: i18n.t('troubles.triedAgain', times, { n: times }),
    why,
    toDo: i18n.t('troubles.nothingLookAtTheJourney'),
  };
}

/** Which event it is taken for. */
function identities(record: TelemetryRecord): readonly Trouble[] {
  const troubles: Trouble[] = [];
  const eid = leftAs(record);
  if (eid !== null) {
    troubles.push({
      code: 'left-as-another',
      title: i18n.t('troubles.leftAs', { eid }),
      why: i18n.t('troubles.sdk1XReusesOne'),
      toDo: i18n.t('troubles.giveDidInTheSDKs'),
    });
  }
  if (record.sharesMid) {
    troubles.push({
      code: 'shared-mid',
      title: i18n.t('troubles.oneMidForSeveralEvents'),
      why: i18n.t('troubles.anotherEventHasTheSame'),
      toDo: i18n.t('troubles.aServerThatRemovesDoubles'),
    });
  }
  if (isSentTwice(record)) {
    troubles.push({
      code: 'sent-twice',
      title: i18n.t('journey.sentTwiceWhat'),
      why: i18n.t('troubles.theSameEventWentOut'),
      toDo: i18n.t('troubles.lookWhetherThePageIncludes'),
    });
  }
  return troubles;
}

function changed({ kind, changes }: TelemetryRecord): Trouble {
  const paths = changes.filter(({ type }) => type !== 'added').map(({ path }) => path.join('.'));
  const trouble = { code: 'changed', title: i18n.t('troubles.changedOnTheWay') } as const;
  if (kind === 'feedback' && paths.includes('edata.comments')) {
    const why = i18n.t('troubles.feedbackDrops', { shown: paths.join(', ') });
    return { ...trouble, why, toDo: i18n.t('troubles.giveCommenttxt') };
  }
  if (kind === 'end' && paths.every((path) => path === 'edata.duration')) {
    return { ...trouble, why: i18n.t('troubles.endWritesDuration'), toDo: i18n.t('troubles.leaveDurationOut') };
  }
  return { ...trouble, why: whatChanged(paths), toDo: i18n.t('troubles.compareInTheChangesTab') };
}

/** What it looks like now. */
function alterations(record: TelemetryRecord): readonly Trouble[] {
  const troubles: Trouble[] = [];
  const overtakenBy = record.event?.overtakenBy ?? 0;
  if (overtakenBy > 0) {
    troubles.push({
      code: 'overtaken',
      title: i18n.t('troubles.cameOutAfter', overtakenBy, { n: overtakenBy }),
      why: i18n.t('troubles.theSdkWaitedForThe'),
      toDo: i18n.t('troubles.giveDidInTheSDKs2'),
    });
  }
  if (isChanged(record)) troubles.push(changed(record));
  const sticky = record.changes.find((change) => change.type === 'added' && change.fromRow !== null);
  if (sticky?.type === 'added' && sticky.fromRow !== null) {
    troubles.push({
      code: 'sticky-options',
      title: i18n.t('troubles.carriesTheOptionsOfAn'),
      why: i18n.t('troubles.comesFromTheOptionsOf', { path: sticky.path.join('.'), fromRow: sticky.fromRow }),
      toDo: i18n.t('troubles.callResetContextResetObjectOrResetActor'),
    });
  }
  return troubles;
}

const MOST_PATHS = 3;

function whatChanged(paths: readonly string[]): string {
  const shown = paths.slice(0, MOST_PATHS).join(', ');
  const more = paths.length - MOST_PATHS;
  return more > 0
    ? i18n.t('troubles.notWhatWasCalledAndMore', { shown, more })
    : i18n.t('troubles.notWhatWasCalled', { shown });
}
