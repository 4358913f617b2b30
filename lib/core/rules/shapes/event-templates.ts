import { NO_END } from '#core/json/json-bytes';
import { isTimely } from '../hints/event-time';
import { FreeValues, type SlotType, TIME_DIGITS } from './free-values';
import type { ValueRole } from './shape-node';
import type { EventSlots } from './slot-finder';

/** Maximum size of the stored parts and their results. */
const MAX_STORED_BYTES = 8 * 1024 * 1024;
/** Limit of the alternative parts after the same beginning. The most recent parts are stored. */
const MAX_ALTERNATIVES = 64;
const FIRST_SIZE = 64 * 1024;
/** Slot type of a part at the end of a text. */
const END = 0;

/**
 * Number of integers of a part in `#parts`. A part is the text of a shape up to the next slot.
 * Objects would be spread over the heap, and take twice as long to find.
 */
const PART_SIZE = 8;
/** Offset and number of the bytes of the part in `#bytes`. */
const FROM = 0;
const LENGTH = 1;
/** Type of the slot after the part, or `END`. */
const SLOT_TYPE = 2;
const ROLE = 3;
/** The most recent part that may follow, and the number of parts that may follow. */
const FIRST_ALTERNATIVE = 4;
const ALTERNATIVES = 5;
/** The next alternative to this part. */
const NEXT_ALTERNATIVE = 6;
/** Index of the ending in `#endings`, for a part at the end of a text. */
const ENDING = 7;
const PART_BYTES = PART_SIZE * Int32Array.BYTES_PER_ELEMENT;
/** Index of the root, which isn't a part itself. Its alternatives are the first parts. */
const ROOT = 0;

/** The numbers of roles. */
const NO_ROLE = 0;
const MID_ROLE = 1;
const ETS_ROLE = 2;
const SYNCTS_ROLE = 3;
const ROLES: readonly (ValueRole | null)[] = [null, 'mid', 'ets', 'syncts', '@timestamp'];
const decoder = new TextDecoder();

/** The slot after a part, or the end of the text. */
interface PartEnd {
  readonly type: SlotType | typeof END;
  readonly role: ValueRole | null;
}

/** Offsets of the times of occurrence and receipt in an event; -1 if not in a slot. */
interface TimeOffsets {
  readonly etsFrom: number;
  readonly synctsFrom: number;
  readonly stampFrom: number;
  readonly stampTo: number;
}

interface Ending<Outcome> {
  readonly outcome: Outcome;
  readonly hasValueKey: boolean;
}

/**
 * Stores the shapes of JSON texts, which are the texts without their slots.
 * Texts of one shape have one outcome. The shapes form a tree, because most texts begin alike. The most recent part is
 * tried first.
 */
export class EventTemplates<Outcome> {
  readonly #values = new FreeValues();
  #parts = new Int32Array(FIRST_SIZE);
  #partsEnd = PART_SIZE;
  #bytes = new Uint8Array(FIRST_SIZE);
  #bytesEnd = 0;
  #endings: Ending<Outcome>[] = [];
  #outcomeBytes = 0;
  /** Offsets of the `mid` in the last found text, with its quotes; -1 if it is not in a slot. */
  midFrom = -1;
  midTo = -1;
  readonly #defaultReceivedAt: number | null;

  /** @param defaultReceivedAt epoch milliseconds of receipt for events without it. */
  constructor(defaultReceivedAt: number | null = null) {
    this.#defaultReceivedAt = defaultReceivedAt;
  }

  /**
   * Returns the outcome of the text's shape.
   * Returns `null` if the shape is unknown or a slot may contain a secret.
   *
   * @param bytes valid UTF-8, with a line feed at `to`.
   */
  find(bytes: Uint8Array, from: number, to: number): Outcome | null {
    const values = this.#values;
    const parts = this.#parts;
    const partBytes = this.#bytes;
    values.start(bytes, from, to);
    this.midFrom = -1;
    let etsFrom = -1;
    let synctsFrom = -1;
    let stampFrom = -1;
    let stampTo = -1;
    let parent = ROOT;
    for (let offset = from; ; ) {
      let previous = ROOT;
      let part = numberAt(parts, parent + FIRST_ALTERNATIVE);
      let end = NO_END;
      while (part !== ROOT) {
        const length = numberAt(parts, part + LENGTH);
        if (matchesAt(partBytes, numberAt(parts, part + FROM), length, bytes, offset)) {
          end = this.#endOfSlot(numberAt(parts, part + SLOT_TYPE), bytes, offset + length, to);
          if (end !== NO_END) break;
        }
        previous = part;
        part = numberAt(parts, part + NEXT_ALTERNATIVE);
      }
      if (part === ROOT) return null;
      if (previous !== ROOT) moveToFront(parts, { parent, previous, part });
      if (numberAt(parts, part + SLOT_TYPE) === END) {
        const { outcome, hasValueKey } = this.#endings[numberAt(parts, part + ENDING)] as Ending<Outcome>;
        // A name and a value in two fields can be a secret: `{"name": "password", "value": …}`.
        if (values.hasMarker && (values.hasValueKey || hasValueKey)) return null;
        const hasAge = etsFrom !== -1 && (synctsFrom !== -1 || stampFrom !== -1 || this.#defaultReceivedAt !== null);
        if (!hasAge) return outcome;
        return this.#isTimely(bytes, { etsFrom, synctsFrom, stampFrom, stampTo }) ? outcome : null;
      }
      const role = numberAt(parts, part + ROLE);
      if (role !== NO_ROLE) {
        const start = offset + numberAt(parts, part + LENGTH);
        if (role === MID_ROLE) {
          this.midFrom = start;
          this.midTo = end;
        } else if (role === ETS_ROLE) etsFrom = start;
        else if (role === SYNCTS_ROLE) synctsFrom = start;
        else {
          stampFrom = start;
          stampTo = end;
        }
      }
      parent = part;
      offset = end;
    }
  }

  /**
   * Stores the outcome of a text that {@link find} does not know.
   *
   * @param outcomeBytes approximate memory of the outcome.
   */
  store(text: Uint8Array, { slots, hasValueKey }: EventSlots, outcome: Outcome, outcomeBytes: number): void {
    this.#reserve(text.length, slots.length + 1, outcomeBytes);
    this.#outcomeBytes += outcomeBytes;
    let parent = ROOT;
    let from = 0;
    for (const slot of slots) {
      const literal = text.subarray(from, slot.from);
      parent = this.#findPart(parent, literal, slot) ?? this.#addPart(parent, literal, slot);
      from = slot.to;
    }
    const last = this.#addPart(parent, text.subarray(from), { type: END, role: null });
    this.#parts[last + ENDING] = this.#endings.length;
    this.#endings.push({ outcome, hasValueKey });
  }

  /** Whether no hint is about the age of the event. */
  #isTimely(bytes: Uint8Array, { etsFrom, synctsFrom, stampFrom, stampTo }: TimeOffsets): boolean {
    const ets = timeAt(bytes, etsFrom);
    // Nearly all events with a time of receipt have it as a number.
    if (synctsFrom !== -1) return isTimely(ets, timeAt(bytes, synctsFrom));
    const stamp =
      stampFrom === -1 ? Number.NaN : Date.parse(decoder.decode(bytes.subarray(stampFrom + 1, stampTo - 1)));
    const receivedAt = Number.isNaN(stamp) ? this.#defaultReceivedAt : stamp;
    return receivedAt === null || isTimely(ets, receivedAt);
  }

  #endOfSlot(type: number, bytes: Uint8Array, from: number, to: number): number {
    if (type === END) return from === to ? to : NO_END;
    return this.#values.endOf(type as SlotType, bytes, from);
  }

  #reserve(textBytes: number, parts: number, outcomeBytes: number): void {
    const storedBytes = this.#bytesEnd + this.#partsEnd * Int32Array.BYTES_PER_ELEMENT + this.#outcomeBytes;
    if (storedBytes + textBytes + parts * PART_BYTES + outcomeBytes > MAX_STORED_BYTES) this.#clear();
    if (this.#bytesEnd + textBytes > this.#bytes.length) this.#bytes = grow(this.#bytes, textBytes);
    if (this.#partsEnd + parts * PART_SIZE > this.#parts.length) this.#parts = grow(this.#parts, parts * PART_SIZE);
  }

  #clear(): void {
    this.#parts.fill(0);
    this.#partsEnd = PART_SIZE;
    this.#bytesEnd = 0;
    this.#endings = [];
    this.#outcomeBytes = 0;
  }

  #findPart(parent: number, literal: Uint8Array, slot: PartEnd): number | null {
    const parts = this.#parts;
    for (
      let part = numberAt(parts, parent + FIRST_ALTERNATIVE);
      part !== ROOT;
      part = numberAt(parts, part + NEXT_ALTERNATIVE)
    ) {
      const isSame = parts[part + SLOT_TYPE] === slot.type && parts[part + LENGTH] === literal.length;
      if (isSame && matchesAt(this.#bytes, numberAt(parts, part + FROM), literal.length, literal, 0)) return part;
    }
    return null;
  }

  #addPart(parent: number, literal: Uint8Array, slot: PartEnd): number {
    const parts = this.#parts;
    const part = this.#partsEnd;
    this.#partsEnd += PART_SIZE;
    this.#bytes.set(literal, this.#bytesEnd);
    parts[part + FROM] = this.#bytesEnd;
    this.#bytesEnd += literal.length;
    parts[part + LENGTH] = literal.length;
    parts[part + SLOT_TYPE] = slot.type;
    parts[part + ROLE] = ROLES.indexOf(slot.role);
    if (parts[parent + ALTERNATIVES] === MAX_ALTERNATIVES) dropLast(parts, parent);
    else parts[parent + ALTERNATIVES] = numberAt(parts, parent + ALTERNATIVES) + 1;
    parts[part + NEXT_ALTERNATIVE] = numberAt(parts, parent + FIRST_ALTERNATIVE);
    parts[parent + FIRST_ALTERNATIVE] = part;
    return part;
  }
}

function matchesAt(partBytes: Uint8Array, from: number, length: number, text: Uint8Array, offset: number): boolean {
  for (let index = 0; index < length; index += 1) if (partBytes[from + index] !== text[offset + index]) return false;
  return true;
}

/** Returns the number of a slot of the type `time`. */
function timeAt(bytes: Uint8Array, from: number): number {
  let time = 0;
  for (let offset = from; offset < from + TIME_DIGITS; offset += 1) time = time * 10 + (bytes[offset] as number) - 0x30;
  return time;
}

function moveToFront(
  parts: Int32Array,
  { parent, previous, part }: { readonly parent: number; readonly previous: number; readonly part: number },
): void {
  parts[previous + NEXT_ALTERNATIVE] = numberAt(parts, part + NEXT_ALTERNATIVE);
  parts[part + NEXT_ALTERNATIVE] = numberAt(parts, parent + FIRST_ALTERNATIVE);
  parts[parent + FIRST_ALTERNATIVE] = part;
}

function dropLast(parts: Int32Array, parent: number): void {
  let last = numberAt(parts, parent + FIRST_ALTERNATIVE);
  let previous = ROOT;
  while (parts[last + NEXT_ALTERNATIVE] !== ROOT) {
    previous = last;
    last = numberAt(parts, last + NEXT_ALTERNATIVE);
  }
  parts[previous + NEXT_ALTERNATIVE] = ROOT;
}

/** Reads a number without the check of the index that the compiler demands. */
function numberAt(numbers: Int32Array, index: number): number {
  return numbers[index] as number;
}

/** Returns a copy with capacity for `more` elements, at least twice as large. */
function grow<Numbers extends Uint8Array | Int32Array>(numbers: Numbers, more: number): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(2 * numbers.length + more);
  larger.set(numbers);
  return larger;
}
