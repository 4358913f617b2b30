import { type Json, valueAt } from '#core/json/json';
import type { Finding } from '#core/telemetry/findings';

const ACTOR_ID = ['actor', 'id'] as const;
const ANONYMOUS = /^(?:|anonymous|guest|0)$/i;

/** The entity that events of a page should have as their actor. */
export interface ActingEntity {
  readonly userId: string;
  /** The provider's id of the user (`sub` of the token), if known. Some players use it as the actor. */
  readonly subject?: string;
}

/**
 * Returns a finding if an event names an actor that is neither the acting entity nor anonymous.
 * Returns null without an acting entity or without an actor in the event.
 */
export function checkActor(event: Json, entity: ActingEntity | null): Finding | null {
  const actor = valueAt(event, ACTOR_ID);
  if (entity === null || typeof actor !== 'string' || ANONYMOUS.test(actor.trim())) return null;
  // The SDKs use the device id for an anonymous actor.
  if ([entity.userId, entity.subject, valueAt(event, ['context', 'did'])].includes(actor)) return null;
  const shortActor = actor.length > 80 ? `${actor.slice(0, 80)}…` : actor;
  const params = { reason: 'other-actor', actor: shortActor, entity: entity.userId } as const;
  return { ruleSet: 'entity', severity: 'info', code: 'contradiction', path: ACTOR_ID, params };
}
