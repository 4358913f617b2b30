import type { Field } from '#core/telemetry/fields';
import { readSchema, type SchemaNode } from '#core/telemetry/schema-node';

/** What a rule set asks of a value at one place, as far as it tells which values are alike to it. */
export interface ValueRule {
  /** `exact`: a rule looks at the text or the number itself. `whole`: nothing is known of the value. */
  readonly type: SchemaNode['type'] | 'exact' | 'whole';
  /** Whether all texts of the type have the same findings, but for the empty one, and all numbers that are not negative. */
  readonly isOpen: boolean;
  readonly children: ReadonlyMap<string, ValueRule>;
  /** Of a key that is not listed; `null` if its value is not looked at. */
  readonly others: ValueRule | null;
  readonly item: ValueRule | null;
  /** Whether it is the `mid` of the event. */
  readonly isMid: boolean;
}

const bare = { isOpen: true, children: new Map<string, ValueRule>(), others: null, item: null, isMid: false } as const;

/** A value that no rule looks at. */
export const freeValue: ValueRule = { ...bare, type: 'any' };

/** A value that a rule looks at. */
export const exactValue: ValueRule = { ...bare, type: 'exact' };

export function ruleOfFields(fields: readonly Field[]): ValueRule {
  return { ...bare, type: 'object', children: new Map(fields.map((field) => [field.name, ruleOfField(field)])) };
}

/** Returns what `checkFields` asks of a field. */
export function ruleOfField(field: Field): ValueRule {
  const { type, item, children, additionalProperties: others, choices, suggestedValues, maximum } = field;
  const { minimum, recommendedMinimum, minimumLength } = field;
  const isBounded = maximum !== null || Math.max(minimum ?? 0, recommendedMinimum ?? 0) > 0 || minimumLength > 1;
  return {
    ...ruleOfFields(children),
    type,
    isOpen: choices === null && suggestedValues === null && !isBounded,
    others: typeof others === 'string' ? null : ruleOfField(others),
    item: item && ruleOfField(item),
  };
}

/** Returns what `compileIngestionCheck` asks of a value. */
export function ruleOfSchema(schema: Parameters<typeof readSchema>[0]): ValueRule {
  const { type, choices, minimum, maximum, minLength, properties, items } = readSchema(schema);
  return {
    ...bare,
    type,
    isOpen: choices === null && maximum === null && (minimum ?? 0) <= 0 && minLength <= 1,
    children: new Map(Object.entries(properties).map(([name, property]) => [name, ruleOfSchema(property)])),
    item: items && ruleOfSchema(items),
  };
}

/** Returns the rule of an object of which one place is looked at. `*` stands for each item. */
export function nestRule([step, ...rest]: readonly string[], rule: ValueRule): ValueRule {
  if (step === undefined) return rule;
  const inner = nestRule(rest, rule);
  return step === '*'
    ? { ...bare, type: 'array', item: inner }
    : { ...bare, type: 'object', children: new Map([[step, inner]]) };
}

/** Returns the rule of an object that holds a value in a field. Nothing is known of its other fields. */
export function holdRule(field: string, rule: ValueRule): ValueRule {
  return { ...bare, type: 'object', children: new Map([[field, rule]]), others: { ...bare, type: 'whole' } };
}
