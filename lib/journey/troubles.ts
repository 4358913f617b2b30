import { dropOf } from './drops';
import type { TelemetryRecord } from './record';
import { isChanged, isSentTwice, journeyState, leftAs, retries } from './state';

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
      return [failed(last?.status === 'failed' ? last.message : '')];
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
    ? "The SDK compiles its schemas with eval, which the page’s Content Security Policy forbids: allow 'unsafe-eval' for this page, or switch to an SDK without it."
    : oldSchema
      ? 'SDK 1.x has no schema for metrics and throws while validation is on: set enableValidation to false, or use 2.x.'
      : 'Read the message, then look at the arguments in the Event tab.';
  return { code: 'threw', title: 'The SDK threw', why: message, toDo };
}

function dropped({ call, kind }: TelemetryRecord): Trouble {
  const drop = call && dropOf(call);
  if (drop?.why === 'validation') {
    return {
      code: 'dropped-by-validation',
      title: 'Dropped by the SDK’s validation',
      why: drop.detail,
      toDo: 'The SDK checks its own schema, which is not the V3 definition. Give it what it asks for, or set enableValidation to false.',
    };
  }
  if (drop?.why === 'no-start') {
    return {
      code: 'end-without-start',
      title: 'end without start',
      why: 'The SDK sends an END only after a START has come out, one END for each START.',
      toDo: 'Call start first. Where it was called, it may still wait for the device id: give did in the configuration.',
    };
  }
  return {
    code: 'no-event',
    title: 'Called, but never raised',
    why: `The SDK came back from ${kind ?? 'the call'} without raising an event.`,
    toDo: 'Look whether the SDK is initialised, and whether it has a dispatcher of its own: SDK 1.x then raises no event.',
  };
}

function lost({ call, event }: TelemetryRecord): Trouble {
  const size = call?.batchSize;
  const why = event
    ? `The page went away while the SDK still held it${size ? `: it sends ${size} at a time, or at END` : ''}.`
    : 'The page went away before the SDK had raised it.';
  const toDo =
    'Call end before the page goes, use a smaller batchsize, or send the rest on pagehide with sendBeacon or fetch keepalive: Chromium refuses synchronous requests then.';
  return { code: 'lost', title: 'Lost with the page', why, toDo };
}

function refused(http: number): Trouble {
  const toDo =
    http === 401 || http === 403
      ? 'Check the SDK’s authtoken and the channel.'
      : 'Look at the answer in the Journey tab. The SDK tries again by itself.';
  return { code: 'refused', title: `Refused with ${http}`, why: `The collector answered ${http}.`, toDo };
}

function failed(message: string): Trouble {
  const toDo = 'Look whether the address is right, the collector runs, and CORS lets this page in.';
  return { code: 'failed', title: 'No answer', why: message || 'The request failed on the network.', toDo };
}

function retried(times: number): Trouble {
  const count = times === 1 ? 'once' : `${times} times`;
  const why = `It was refused or failed ${count}, and got through then.`;
  return {
    code: 'retried',
    title: `Tried again ${count}`,
    why,
    toDo: 'Nothing. Look at the Journey tab for the tries.',
  };
}

/** Which event it is taken for. */
function identities(record: TelemetryRecord): readonly Trouble[] {
  const troubles: Trouble[] = [];
  const eid = leftAs(record);
  if (eid !== null) {
    troubles.push({
      code: 'left-as-another',
      title: `Left as ${eid}`,
      why: 'SDK 1.x reuses one event object while it waits for the device id, so that every call made meanwhile leaves as the last one.',
      toDo: 'Give did in the SDK’s configuration.',
    });
  }
  if (record.sharesMid) {
    troubles.push({
      code: 'shared-mid',
      title: 'One mid for several events',
      why: 'Another event has the same mid: two equal calls within one millisecond, or one event object that was reused.',
      toDo: 'A server that removes doubles keeps one of them. Make the calls differ, or give did in the configuration.',
    });
  }
  if (isSentTwice(record)) {
    troubles.push({
      code: 'sent-twice',
      title: 'Sent more than once',
      why: 'The same event went out again although nothing had gone wrong. A SDK 1.x that is loaded twice queues every event twice.',
      toDo: 'Look whether the page includes the SDK’s script twice.',
    });
  }
  return troubles;
}

/** What it looks like now. */
function alterations(record: TelemetryRecord): readonly Trouble[] {
  const troubles: Trouble[] = [];
  const overtakenBy = record.event?.overtakenBy ?? 0;
  if (overtakenBy > 0) {
    const events = overtakenBy === 1 ? '1 event' : `${overtakenBy} events`;
    troubles.push({
      code: 'overtaken',
      title: `Came out after ${events} that followed it`,
      why: 'The SDK waited for the device id before it raised this event; the others did not wait.',
      toDo: 'Give did in the SDK’s configuration, or await start.',
    });
  }
  if (isChanged(record)) {
    const paths = record.changes.filter(({ type }) => type !== 'added').map(({ path }) => path.join('.'));
    troubles.push({
      code: 'changed',
      title: 'Changed on the way',
      why: `What left is not what was called: ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}.`,
      toDo: 'Compare in the Changes tab.',
    });
  }
  const sticky = record.changes.find((change) => change.type === 'added' && change.fromRow !== null);
  if (sticky?.type === 'added') {
    troubles.push({
      code: 'sticky-options',
      title: 'Carries the options of an earlier call',
      why: `${sticky.path.join('.')} comes from the options of row ${sticky.fromRow}: the SDK goes on using them.`,
      toDo: 'Call resetContext, resetObject or resetActor, or give options with every call.',
    });
  }
  return troubles;
}
