import {
  endOfKey,
  endOfPrimitive,
  endOfString,
  NO_END,
  skipSpace,
  startOfNext,
  startOfValue,
} from '#core/json/json-bytes';
import { FreeValues, isValueKey, type SlotType } from './free-values';
import { EXACT_NODE, type ShapeNode, type ValueRole } from './shape-node';

/** A value of an event that no rule reads. */
export interface Slot {
  readonly type: SlotType;
  readonly from: number;
  readonly to: number;
  readonly role: ValueRole | null;
}

/** The parts of an event's JSON text that may differ between events with the same findings. */
export interface EventSlots {
  readonly slots: readonly Slot[];
  /** Whether there is a key `value` outside of the slots. */
  readonly hasValueKey: boolean;
}

const MAX_LEVELS = 60;

/** Finds the values of events that no rule reads. Reuse one instance for all events. */
export class SlotFinder {
  readonly #values = new FreeValues();
  #bytes: Uint8Array = new Uint8Array();
  #slots: Slot[] = [];
  #levels = 0;
  #mids = 0;
  #hasValueKey = false;

  /**
   * Returns `null` for unusual JSON: with an escape in a key, a second `mid`, or many levels.
   *
   * @param bytes JSON of one line in UTF-8, with its line feed.
   */
  find(bytes: Uint8Array, root: ShapeNode): EventSlots | null {
    this.#bytes = bytes;
    this.#values.start(bytes, 0, bytes.length);
    this.#slots = [];
    this.#levels = 0;
    this.#mids = 0;
    this.#hasValueKey = false;
    const end = this.#endOfValue(0, root);
    if (end === NO_END || skipSpace(bytes, end) !== bytes.length - 1 || this.#mids > 1) return null;
    return { slots: this.#slots, hasValueKey: this.#hasValueKey };
  }

  #endOfValue(index: number, node: ShapeNode): number {
    const bytes = this.#bytes;
    for (const type of node.slots) {
      const end = this.#values.endOf(type, bytes, index);
      if (end === NO_END) continue;
      this.#slots.push({ type, from: index, to: end, role: node.role });
      return end;
    }
    if (this.#levels === MAX_LEVELS) return NO_END;
    switch (bytes[index]) {
      case 0x22: {
        const end = endOfString(bytes, index + 1);
        return end === NO_END ? NO_END : end + 1;
      }
      case 0x7b:
        return this.#endOfObject(index, node.isObjectOpen ? node : EXACT_NODE);
      case 0x5b:
        return this.#endOfList(index, node.isListOpen ? node : EXACT_NODE);
      default:
        return endOfPrimitive(bytes, index);
    }
  }

  #endOfObject(start: number, node: ShapeNode): number {
    const bytes = this.#bytes;
    this.#levels += 1;
    let index = skipSpace(bytes, start + 1);
    while (bytes[index] !== 0x7d) {
      const keyEnd = endOfKey(bytes, index);
      if (keyEnd === NO_END) return NO_END;
      if (isValueKey(bytes, index, keyEnd)) this.#hasValueKey = true;
      const child = node.childOf(bytes, index + 1, keyEnd);
      if (child.role === 'mid') this.#mids += 1;
      const valueFrom = startOfValue(bytes, keyEnd);
      const valueTo = valueFrom === NO_END ? NO_END : this.#endOfValue(valueFrom, child);
      index = valueTo === NO_END ? NO_END : startOfNext(bytes, valueTo, 0x7d);
      if (index === NO_END) return NO_END;
    }
    this.#levels -= 1;
    return index + 1;
  }

  #endOfList(start: number, node: ShapeNode): number {
    const bytes = this.#bytes;
    this.#levels += 1;
    let index = skipSpace(bytes, start + 1);
    while (bytes[index] !== 0x5d) {
      const end = this.#endOfValue(index, node.item);
      index = end === NO_END ? NO_END : startOfNext(bytes, end, 0x5d);
      if (index === NO_END) return NO_END;
    }
    this.#levels -= 1;
    return index + 1;
  }
}
