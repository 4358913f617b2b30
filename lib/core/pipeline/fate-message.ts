import { type Message, type MessageText, message } from '#core/util/message';
import type { EventFate, FateEffect, FateEnd } from './event-fate';
import type { ObservedFate } from './observed-fate';

/** Describes a fate with a sentence on its end, then a sentence on each effect. */
export function fateMessage({ effects, ...end }: EventFate): MessageText {
  return [endMessage(end), ...effects.map(effectMessage)];
}

/** Describes the fate that a pipeline recorded in an event. */
export function observedFateMessage({ step, reason, params }: ObservedFate): Message {
  const path = 'path' in params ? params.path : '';
  const name = path === '' ? reason : 'invalid-field';
  return message(`pipeline.observed.${name}`, { step, path });
}

/** Describes an observed fate that differs from the prediction. */
export function otherFateMessage(observed: ObservedFate, fate: EventFate): Message {
  return message('pipeline.observed.differs', {
    observed: observedFateMessage(observed),
    predicted: endMessage(fate),
  });
}

function endMessage(end: FateEnd): Message {
  switch (end.reason) {
    case 'invalid': {
      const { ruleSet, code, path } = end.params;
      return message('pipeline.fate.invalid', { path: path || 'event', rule: `${ruleSet}/${code}` });
    }
    case 'duplicate':
      return message(`pipeline.fate.${end.reason}-${end.step}`, { row: end.params.row });
    default:
      return message(`pipeline.fate.${end.reason}`, end.params);
  }
}

function effectMessage(effect: FateEffect): Message {
  switch (effect.reason) {
    case 'split':
      return message('pipeline.effect.split', { items: effect.params.items });
    case 'time-changed':
      return message('pipeline.effect.time-changed', { time: new Date(effect.params.time).toISOString() });
    case 'not-validated':
      return message(`pipeline.effect.not-validated-${effect.params.cause}`);
    case 'user-not-joined':
      return message(`pipeline.effect.user-not-joined-${effect.params.cause}`);
    case 'content-not-joined':
      return message(`pipeline.effect.content-not-joined-${effect.params.cause}`);
    default:
      return message(`pipeline.effect.${effect.reason}`, effect.params);
  }
}
