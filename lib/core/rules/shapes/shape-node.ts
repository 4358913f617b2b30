import type { Field } from '#core/telemetry/fields';
import { readSchema, type SchemaNode } from '#core/telemetry/schema-node';
import { SLOT, type SlotType } from './free-values';

/**
 * How a rule set reads the value at one path.
 * It determines which values are equivalent for the rule set.
 */
export interface ValueRule {
  /** `exact`: a rule reads the text or the number itself. `whole`: rules may read all parts of the value. */
  readonly type: SchemaNode['type'] | 'exact' | 'whole';
  /** Whether all non-empty texts, or all non-negative numbers, have the same findings. */
  readonly isOpen: boolean;
  readonly children: ReadonlyMap<string, ValueRule>;
  /** The rule of unlisted keys; `null` if their values are not read. */
  readonly others: ValueRule | null;
  readonly item: ValueRule | null;
  /** Special role of the value in the event. */
  readonly role: ValueRole | null;
  /** A hint that applies to some values of the type only. */
  readonly narrowing: 'time' | 'stamp' | 'duration' | 'name' | null;
}

/** Role of a value that is read for the output, or compared with another value of the event. */
export type ValueRole = 'mid' | 'ets' | 'syncts' | '@timestamp';

const baseRule = {
  isOpen: true,
  children: new Map<string, ValueRule>(),
  others: null,
  item: null,
  role: null,
  narrowing: null,
} as const;

/** The rule of a value that no rule set reads. */
export const freeValue: ValueRule = { ...baseRule, type: 'any' };

/** The rule of a value that is read as it is. */
export const exactValue: ValueRule = { ...baseRule, type: 'exact' };

export function ruleOfFields(fields: readonly Field[]): ValueRule {
  return { ...baseRule, type: 'object', children: new Map(fields.map((field) => [field.name, ruleOfField(field)])) };
}

/** Returns how `checkFields` reads a field. */
export function ruleOfField(field: Field): ValueRule {
  const { type, item, children, additionalProperties: others, allowedValues, suggestedValues, maximum } = field;
  const { minimum, recommendedMinimum, minimumLength } = field;
  const isBounded = maximum !== null || Math.max(minimum ?? 0, recommendedMinimum ?? 0) > 0 || minimumLength > 1;
  return {
    ...ruleOfFields(children),
    type,
    isOpen: allowedValues === null && suggestedValues === null && !isBounded,
    others: typeof others === 'string' ? null : ruleOfField(others),
    item: item && ruleOfField(item),
  };
}

/** Returns how `compileIngestionCheck` reads a value. */
export function ruleOfSchema(schema: Parameters<typeof readSchema>[0]): ValueRule {
  const { type, allowedValues, minimum, maximum, minLength, properties, items } = readSchema(schema);
  return {
    ...baseRule,
    type,
    isOpen: allowedValues === null && maximum === null && (minimum ?? 0) <= 0 && minLength <= 1,
    children: new Map(Object.entries(properties).map(([name, property]) => [name, ruleOfSchema(property)])),
    item: items && ruleOfSchema(items),
  };
}

/** Returns the rule of an object of which only one path is read. `*` stands for each item. */
export function nestRule([step, ...rest]: readonly string[], rule: ValueRule): ValueRule {
  if (step === undefined) return rule;
  const inner = nestRule(rest, rule);
  return step === '*'
    ? { ...baseRule, type: 'array', item: inner }
    : { ...baseRule, type: 'object', children: new Map([[step, inner]]) };
}

/** Returns the rule of an object with a value in a field, of which all other fields may be read. */
export function fieldRule(field: string, rule: ValueRule): ValueRule {
  return { ...baseRule, type: 'object', children: new Map([[field, rule]]), others: { ...baseRule, type: 'whole' } };
}

/** Returned for a name that is not in a table. */
const UNLISTED = -1;
const encoder = new TextEncoder();

/** Finds names in UTF-8 by their bytes, without decoding. */
class KeyTable {
  readonly #names: readonly string[];
  readonly #keys: readonly Uint8Array[];
  /** Hash table of the indexes of names, with open addressing. */
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#keys = names.map((name) => encoder.encode(name));
    const size = 2 ** Math.ceil(Math.log2(names.length + 1) + 1);
    this.#slots = new Int32Array(size).fill(UNLISTED);
    this.#mask = size - 1;
    for (const [index, key] of this.#keys.entries()) {
      let slot = hashKey(key, 0, key.length) & this.#mask;
      while (this.#slots[slot] !== UNLISTED) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = index;
    }
  }

  /** Returns the index of a name, or {@link UNLISTED}. */
  find(bytes: Uint8Array, from: number, to: number): number {
    for (let slot = hashKey(bytes, from, to) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const index = this.#slots[slot] as number;
      if (index === UNLISTED || isKey(this.#keys[index] as Uint8Array, bytes, from, to)) return index;
    }
  }

  nameOf(index: number): string {
    return this.#names[index] as string;
  }
}

function hashKey(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let offset = from; offset < to; offset += 1) hash = (Math.imul(hash, 31) + (bytes[offset] as number)) | 0;
  return hash;
}

function isKey(key: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (key.length !== to - from) return false;
  for (let index = 0; index < key.length; index += 1) if (key[index] !== bytes[from + index]) return false;
  return true;
}

interface SlotsOfTypes {
  readonly text: readonly SlotType[];
  readonly integer: readonly SlotType[];
  readonly fraction: readonly SlotType[];
}

const slotsByNarrowing: Readonly<Record<NonNullable<ValueRule['narrowing']> | 'none', SlotsOfTypes>> = {
  none: { text: [SLOT.text], integer: [SLOT.integer], fraction: [SLOT.fraction] },
  time: { text: [], integer: [SLOT.time], fraction: [] },
  stamp: { text: [SLOT.text], integer: [], fraction: [] },
  duration: { text: [SLOT.text], integer: [SLOT.shortInteger], fraction: [SLOT.shortFraction] },
  name: { text: [SLOT.name], integer: [SLOT.integer], fraction: [SLOT.fraction] },
};

/**
 * The part of a value at one path that belongs to the shape of an event.
 * Child nodes are created on demand.
 */
export class ShapeNode {
  /** Types of values that do not belong to the shape. Other values belong to the shape. */
  readonly slots: readonly SlotType[];
  /**
   * Whether the node of each value of an object decides about that value.
   * Otherwise, the whole object belongs to the shape.
   */
  readonly isObjectOpen: boolean;
  /** Whether the node of each item of a list decides about that item. */
  readonly isListOpen: boolean;
  readonly role: ValueRole | null;
  readonly #rules: readonly ValueRule[];
  #keys: KeyTable | null = null;
  #children: (ShapeNode | undefined)[] = [];
  #others: ShapeNode | null = null;
  #item: ShapeNode | null = null;

  /**
   * @param rules the rules of all rule sets for the value.
   * If empty, the whole value belongs to the shape.
   */
  constructor(rules: readonly ValueRule[]) {
    const accepts = (...types: readonly ValueRule['type'][]) =>
      rules.length > 0 && rules.every(({ type, isOpen }) => type === 'any' || (types.includes(type) && isOpen));
    const narrowing = rules.find((rule) => rule.narrowing !== null)?.narrowing ?? null;
    const { text, integer, fraction } = slotsByNarrowing[narrowing ?? 'none'];
    const isFree = accepts('any');
    const acceptsAnything = isFree && narrowing === null;
    this.slots = [
      ...(acceptsAnything ? [SLOT.anything] : []),
      ...(accepts('string') && !acceptsAnything ? text : []),
      ...(accepts('integer', 'number') && !acceptsAnything ? integer : []),
      ...(accepts('number') && !acceptsAnything ? fraction : []),
    ];
    this.isObjectOpen = accepts('object', 'exact');
    this.isListOpen = accepts('array', 'exact');
    this.role = rules.find((rule) => rule.role !== null)?.role ?? null;
    this.#rules = rules;
  }

  /** Returns the node of a key, given in UTF-8. */
  childOf(bytes: Uint8Array, from: number, to: number): ShapeNode {
    if (!this.isObjectOpen) return EXACT_NODE;
    this.#keys ??= new KeyTable([...new Set(this.#rules.flatMap(({ children }) => [...children.keys()]))]);
    const index = this.#keys.find(bytes, from, to);
    if (index === UNLISTED) {
      this.#others ??= nodeOf(this.#rules.map(({ others }) => others));
      return this.#others;
    }
    const name = this.#keys.nameOf(index);
    this.#children[index] ??= nodeOf(this.#rules.map(({ children, others }) => children.get(name) ?? others));
    return this.#children[index];
  }

  get item(): ShapeNode {
    if (!this.isListOpen) return EXACT_NODE;
    this.#item ??= nodeOf(this.#rules.map(({ item }) => item));
    return this.#item;
  }
}

/** The node of a value that no rule reads, except for whether it is null. */
const FREE_NODE = new ShapeNode([freeValue]);

/** The node of a value that belongs to the shape as a whole. */
export const EXACT_NODE = new ShapeNode([]);

function nodeOf(rules: readonly (ValueRule | null)[]): ShapeNode {
  const existingRules = rules.filter((rule) => rule !== null);
  return existingRules.length === 0 ? FREE_NODE : new ShapeNode(existingRules);
}
