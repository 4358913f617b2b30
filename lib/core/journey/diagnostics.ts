import { type Message, type MessageText, message } from '#core/util/message';
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
  readonly title: Message;
  /** The reason, as far as it is known. */
  readonly why: MessageText;
  readonly toDo: Message;
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
        last?.status === 'answered'
          ? bodyDropped(last.http)
          : failed(last?.status === 'failed' ? (last.problem ?? last.message) : ''),
      ];
    case 'answered':
      return retries(record) > 0 ? [retried(retries(record))] : [];
    default:
      return [];
  }
}

function threw({ call, kind, sdk }: TelemetryRecord): Trouble {
  const thrown = call?.outcome.status === 'threw' ? call.outcome.message : '';
  const csp = /unsafe-eval|EvalError|Content Security Policy/i.test(thrown);
  const oldSchema = kind === 'metrics' && sdk?.generation === '1.x';
  const toDo = csp
    ? message('troubles.theSdkCompilesItsSchemas')
    : oldSchema
      ? message('troubles.sdk1XHasNo')
      : message('troubles.readTheMessageThenLook');
  return { code: 'threw', title: message('troubles.theSdkThrew'), why: thrown, toDo };
}

function dropped({ call, kind }: TelemetryRecord): Trouble {
  const drop = call && dropOf(call);
  if (drop?.why === 'validation') {
    return {
      code: 'dropped-by-validation',
      title: message('troubles.droppedByTheSDKsValidation'),
      why: drop.detail,
      toDo: message('troubles.theSdkChecksItsOwn'),
    };
  }
  if (drop?.why === 'no-start') {
    return {
      code: 'end-without-start',
      title: message('troubles.endWithoutStart'),
      why: message('troubles.theSdkSendsAnEnd'),
      toDo: message('troubles.callStartFirstWhereIt'),
    };
  }
  return {
    code: 'no-event',
    title: message('troubles.calledButNeverRaised'),
    why:
      kind === null ? message('troubles.theSdkCameBackFromTheCall') : message('troubles.theSdkCameBackFrom', { kind }),
    toDo: message('troubles.lookWhetherTheSdkIs'),
  };
}

function lost({ call, event }: TelemetryRecord): Trouble {
  const size = call?.batchSize;
  const why = event
    ? size
      ? message('troubles.heldInABatchOf', { size })
      : message('troubles.theSdkStillHeldIt')
    : message('troubles.thePageWentAwayBefore');
  const toDo = message('troubles.callEndBeforeThePage');
  return { code: 'lost', title: message('troubles.lostWithThePage'), why, toDo };
}

function refused(http: number): Trouble {
  const toDo =
    http === 401 || http === 403 ? message('troubles.checkTheSDKsAuthtokenAnd') : message('troubles.lookAtTheAnswerIn');
  return {
    code: 'refused',
    title: message('troubles.refusedWith', { http }),
    why: message('troubles.theCollectorAnswered', { http }),
    toDo,
  };
}

function failed(told: MessageText): Trouble {
  const toDo = message('troubles.lookWhetherTheAddressIs');
  return {
    code: 'failed',
    title: message('story.noAnswer'),
    why: told || message('troubles.theRequestFailedOnThe'),
    toDo,
  };
}

function bodyDropped(http: number): Trouble {
  return {
    code: 'body-dropped',
    title: message('troubles.bodyDropped'),
    why: message('troubles.bodyDroppedWhy', { http }),
    toDo: message('troubles.bodyDroppedFix'),
  };
}

function retried(times: number): Trouble {
  const why = message('troubles.itWasRefusedOrFailed', times, { n: times });
  return {
    code: 'retried',
    title: message('troubles.triedAgain', times, { n: times }),
    why,
    toDo: message('troubles.nothingLookAtTheJourney'),
  };
}

/** Which event it is taken for. */
function identities(record: TelemetryRecord): readonly Trouble[] {
  const troubles: Trouble[] = [];
  const eid = leftAs(record);
  if (eid !== null) {
    troubles.push({
      code: 'left-as-another',
      title: message('troubles.leftAs', { eid }),
      why: message('troubles.sdk1XReusesOne'),
      toDo: message('troubles.giveDidInTheSDKs'),
    });
  }
  if (record.sharesMid) {
    troubles.push({
      code: 'shared-mid',
      title: message('troubles.oneMidForSeveralEvents'),
      why: message('troubles.anotherEventHasTheSame'),
      toDo: message('troubles.aServerThatRemovesDoubles'),
    });
  }
  if (isSentTwice(record)) {
    troubles.push({
      code: 'sent-twice',
      title: message('journey.sentTwiceWhat'),
      why: message('troubles.theSameEventWentOut'),
      toDo: message('troubles.lookWhetherThePageIncludes'),
    });
  }
  return troubles;
}

function changed({ kind, changes }: TelemetryRecord): Trouble {
  const paths = changes.filter(({ type }) => type !== 'added').map(({ path }) => path.join('.'));
  const trouble = { code: 'changed', title: message('troubles.changedOnTheWay') } as const;
  if (kind === 'feedback' && paths.includes('edata.comments')) {
    const why = message('troubles.feedbackDrops', { shown: paths.join(', ') });
    return { ...trouble, why, toDo: message('troubles.giveCommenttxt') };
  }
  if (kind === 'end' && paths.every((path) => path === 'edata.duration')) {
    return { ...trouble, why: message('troubles.endWritesDuration'), toDo: message('troubles.leaveDurationOut') };
  }
  return { ...trouble, why: whatChanged(paths), toDo: message('troubles.compareInTheChangesTab') };
}

/** What it looks like now. */
function alterations(record: TelemetryRecord): readonly Trouble[] {
  const troubles: Trouble[] = [];
  const overtakenBy = record.event?.overtakenBy ?? 0;
  if (overtakenBy > 0) {
    troubles.push({
      code: 'overtaken',
      title: message('troubles.cameOutAfter', overtakenBy, { n: overtakenBy }),
      why: message('troubles.theSdkWaitedForThe'),
      toDo: message('troubles.giveDidInTheSDKs2'),
    });
  }
  if (isChanged(record)) troubles.push(changed(record));
  const sticky = record.changes.find((change) => change.type === 'added' && change.fromRow !== null);
  if (sticky?.type === 'added' && sticky.fromRow !== null) {
    troubles.push({
      code: 'sticky-options',
      title: message('troubles.carriesTheOptionsOfAn'),
      why: message('troubles.comesFromTheOptionsOf', { path: sticky.path.join('.'), fromRow: sticky.fromRow }),
      toDo: message('troubles.callResetContextResetObjectOrResetActor'),
    });
  }
  return troubles;
}

const MOST_PATHS = 3;

function whatChanged(paths: readonly string[]): Message {
  const shown = paths.slice(0, MOST_PATHS).join(', ');
  const more = paths.length - MOST_PATHS;
  return more > 0
    ? message('troubles.notWhatWasCalledAndMore', { shown, more })
    : message('troubles.notWhatWasCalled', { shown });
}
