import { type CompiledDefinition, compiledOf } from '#core/telemetry/compiled';
import { envelopeFields } from '#core/telemetry/envelope';
import { findField } from '#core/telemetry/fields';
import type { EventKind } from '#core/telemetry/kinds';
import { pathInEvent } from '#core/telemetry/wire-format';
import { ingestionSchema } from '../ingestion/ingestion-schemas';
import type { RuleSetName } from '../rule-sets';
import { ShapeNode } from './shape-node';
import {
  exactValue,
  freeValue,
  holdRule,
  nestRule,
  ruleOfField,
  ruleOfFields,
  ruleOfSchema,
  type ValueRule,
} from './value-rule';

let envelopeRule: ValueRule | null = null;

/**
 * Returns what of the events of a kind belongs to their shape: events of one shape have the same findings.
 *
 * @param field the field of an object that holds the event, where the rest of the object belongs to the shape; `null` if
 * the event is the whole.
 */
export function nodeOfKind(kind: EventKind, ruleSets: readonly RuleSetName[], field: string | null): ShapeNode {
  envelopeRule ??= ruleOfFields(envelopeFields());
  const parts = [nestRule(['eid'], exactValue), nestRule(['mid'], { ...freeValue, isMid: true })];
  const rules = [envelopeRule, ...parts, ...definitionRules(compiledOf(kind))];
  if (ruleSets.includes('ingestion')) rules.push(ruleOfSchema(ingestionSchema(kind)));
  return new ShapeNode(field === null ? rules : rules.map((rule) => holdRule(field, rule)));
}

/** What a definition asks of an event, at each place where the event may have an argument. */
function definitionRules(compiled: CompiledDefinition): readonly ValueRule[] {
  const { places, fields, definition } = compiled;
  const nested = places.flatMap(({ argument, event }) => {
    const [, field] = argument;
    // See `nested` of `wire-format.ts`.
    return field === undefined ? [] : [{ argument, event: [...event, field] }];
  });
  const all = [...places, ...nested];
  const arguments_ = all.flatMap(({ argument, event }) => {
    const field = findField(fields, argument);
    return field === null ? [] : [nestRule(event, ruleOfField(field))];
  });
  const reads = (definition.rules ?? []).flatMap((rule) => rule.reads);
  const read = reads.flatMap((path) =>
    all.map((place) => nestRule(pathInEvent(path.split('.'), [place]).map(String), exactValue)),
  );
  return [...arguments_, ...read];
}
