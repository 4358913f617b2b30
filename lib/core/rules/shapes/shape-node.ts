import type { Field } from '#core/telemetry/fields';
import { readSchema, type SchemaNode } from '#core/telemetry/schema-node';
import { SLOT, type SlotType } from './free-values';

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
  /** What it is to the event beside its value. */
  readonly role: ValueRole | null;
  /** What a hint is about that all other values of the type have not. */
  readonly narrowing: 'time' | 'stamp' | 'duration' | 'name' | null;
}

/** A value that is read for the output, or compared with another one of the event. */
export type ValueRole = 'mid' | 'ets' | 'syncts' | '@timestamp';

const bare = {
  ...{ isOpen: true, children: new Map<string, ValueRule>(), others: null, item: null },
  ...{ role: null, narrowing: null },
} as const;

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

/** The number of a name that is not in a table. */
const UNLISTED = -1;
const encoder = new TextEncoder();

/** Finds names in UTF-8 by their bytes: no text is made of them. */
class KeyTable {
  readonly #names: readonly string[];
  readonly #keys: readonly Uint8Array[];
  /** The number of a name at its hash or behind it: open addressing. */
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

  /** Returns the number of a name, or {@link UNLISTED}. */
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
  for (let at = from; at < to; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
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

/** What of a value at one place belongs to the shape of an event. Nodes of its parts are made when they are asked for. */
export class ShapeNode {
  /** Values that do not belong to the shape; all others do. */
  readonly slots: readonly SlotType[];
  /** Of an object, its keys belong to the shape, and of its values what their nodes say; otherwise the whole object. */
  readonly isObjectOpen: boolean;
  /** The same for a list. */
  readonly isListOpen: boolean;
  readonly role: ValueRole | null;
  readonly #rules: readonly ValueRule[];
  #keys: KeyTable | null = null;
  #children: (ShapeNode | undefined)[] = [];
  #others: ShapeNode | null = null;
  #item: ShapeNode | null = null;

  /** @param rules what all rule sets together ask of the value; without any, all of it belongs to the shape. */
  constructor(rules: readonly ValueRule[]) {
    const takes = (...types: readonly ValueRule['type'][]) =>
      rules.length > 0 && rules.every(({ type, isOpen }) => type === 'any' || (types.includes(type) && isOpen));
    const narrowing = rules.find((rule) => rule.narrowing !== null)?.narrowing ?? null;
    const { text, integer, fraction } = slotsByNarrowing[narrowing ?? 'none'];
    const isFree = takes('any');
    const isAnything = isFree && narrowing === null;
    this.slots = [
      ...(isAnything ? [SLOT.anything] : []),
      ...(takes('string') && !isAnything ? text : []),
      ...(takes('integer', 'number') && !isAnything ? integer : []),
      ...(takes('number') && !isAnything ? fraction : []),
    ];
    this.isObjectOpen = takes('object', 'exact');
    this.isListOpen = takes('array', 'exact');
    this.role = rules.find((rule) => rule.role !== null)?.role ?? null;
    this.#rules = rules;
  }

  /** Returns the node of a key, which is in UTF-8. */
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

/** A value that no rule looks at: it is only told from null. */
const FREE_NODE = new ShapeNode([freeValue]);

/** The whole value belongs to the shape. */
export const EXACT_NODE = new ShapeNode([]);

function nodeOf(rules: readonly (ValueRule | null)[]): ShapeNode {
  const present = rules.filter((rule) => rule !== null);
  return present.length === 0 ? FREE_NODE : new ShapeNode(present);
}
