import { SLOT, type SlotType } from './free-values';
import { KeyTable, UNLISTED } from './key-table';
import { freeValue, type ValueRule } from './value-rule';

/** What of a value at one place belongs to the shape of an event. Nodes of its parts are made when they are asked for. */
export class ShapeNode {
  /** Values that do not belong to the shape; all others do. */
  readonly slots: readonly SlotType[];
  /** Of an object, its keys belong to the shape, and of its values what their nodes say; otherwise the whole object. */
  readonly isObjectOpen: boolean;
  /** The same for a list. */
  readonly isListOpen: boolean;
  /** Whether it is the `mid` of the event, which is read for the output. */
  readonly isMid: boolean;
  readonly #rules: readonly ValueRule[];
  #keys: KeyTable | null = null;
  #children: (ShapeNode | undefined)[] = [];
  #others: ShapeNode | null = null;
  #item: ShapeNode | null = null;

  /** @param rules what all rule sets together ask of the value; without any, all of it belongs to the shape. */
  constructor(rules: readonly ValueRule[]) {
    const takes = (...types: readonly ValueRule['type'][]) =>
      rules.length > 0 && rules.every(({ type, isOpen }) => type === 'any' || (types.includes(type) && isOpen));
    const isFree = takes('any');
    this.slots = [
      ...(isFree ? [SLOT.anything] : []),
      ...(takes('string') && !isFree ? [SLOT.text] : []),
      ...(takes('integer', 'number') && !isFree ? [SLOT.integer] : []),
      ...(takes('number') && !isFree ? [SLOT.fraction] : []),
    ];
    this.isObjectOpen = takes('object', 'exact');
    this.isListOpen = takes('array', 'exact');
    this.isMid = rules.some((rule) => rule.isMid);
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
