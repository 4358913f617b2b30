import { isJsonObject, type Json } from '#core/json/json';
import type { EventKind } from '#core/telemetry/kinds';
import { hasValidData, hasValidEnvelope, kindOfEvent } from '#core/telemetry/valid-event';
import { ingestionRules } from './ingestion/ingestion-rules';
import { isSurelyCleanText } from './privacy/clean-text';
import { isSurelyClean } from './privacy/secrets-in-event';
import type { RuleSetName } from './rule-sets';

/**
 * Creates a check that returns the kind of an event of which the named rule sets find nothing.
 * `null` does not mean that they find something: ask {@link createCheck}.
 *
 * The event is one that `JSON.parse` made of the text, of any depth. It holds no secret, and no more levels than `readJson` takes.
 */
export function createQuickCheck(names: readonly RuleSetName[]): (event: Json, text: string) => EventKind | null {
  const [asksEnvelope, asksDefinition, asksIngestion] = (['envelope', 'definition', 'ingestion'] as const).map((name) =>
    names.includes(name),
  );
  return (event, text) => {
    if (!isJsonObject(event)) return null;
    const kind = kindOfEvent(event);
    if (kind === undefined) return null;
    if (asksEnvelope && !hasValidEnvelope(event)) return null;
    if (asksDefinition && !hasValidData(kind, event)) return null;
    if (!isSurelyCleanText(text) && !isSurelyClean(event)) return null;
    if (asksIngestion && ingestionRules.check({ type: 'event', json: event }).length > 0) return null;
    return kind;
  };
}
