import { NO_END } from '#core/json/json-bytes';
import { FreeValues, type SlotType } from './free-values';
import type { EventSlots, Slot } from './slot-finder';

/** Of the texts whose parts are held, and of their outcomes: with the parts themselves, some 10 MB. */
const MAX_HELD_BYTES = 4 * 1024 * 1024;
/** Parts that may come after the same beginning. Where more come, those that came last are held. */
const MAX_CHOICES = 64;
/** What stands at the end of a text in place of a slot. */
const END = 0;

/** A part of a text that its shape has, up to the next slot, and what may follow that. */
interface Part<Outcome> {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly length: number;
  readonly slot: SlotType | typeof END;
  readonly isMid: boolean;
  readonly next: Part<Outcome>[];
  readonly ending: Ending<Outcome> | null;
}

interface Ending<Outcome> {
  readonly outcome: Outcome;
  readonly hasValueKey: boolean;
}

/**
 * Holds the shapes of JSON texts: what is left of a text without its slots. Texts of one shape have one outcome.
 * A tree, as most texts begin alike; the part that came last is tried first.
 */
export class EventTemplates<Outcome> {
  readonly #values = new FreeValues();
  #roots: Part<Outcome>[] = [];
  #heldBytes = 0;
  /** Where the `mid` of the text that was found last stands, with its quotes; -1 if it has none in a slot. */
  midFrom = -1;
  midTo = -1;

  /**
   * Returns the outcome of the text's shape, or `null` if that is not known or a slot may hold a secret.
   *
   * @param bytes valid UTF-8, with a line feed at `to`.
   */
  find(bytes: Uint8Array, from: number, to: number): Outcome | null {
    const values = this.#values;
    values.clear();
    this.midFrom = -1;
    let choices = this.#roots;
    for (let at = from; ; ) {
      let part: Part<Outcome> | null = null;
      let end = NO_END;
      for (let index = 0; index < choices.length; index += 1) {
        const choice = choices[index] as Part<Outcome>;
        if (!isAt(choice, bytes, at)) continue;
        const slotFrom = at + choice.length;
        if (choice.slot === END) end = slotFrom === to ? to : NO_END;
        else end = values.endOf(choice.slot, bytes, slotFrom);
        if (end === NO_END) continue;
        part = choice;
        if (index > 0) moveToFront(choices, index);
        break;
      }
      if (part === null) return null;
      if (part.ending !== null) {
        // `{"name": "password", "value": …}`: neither is a secret by itself.
        const isUnsure = values.hasSign && (values.hasValueKey || part.ending.hasValueKey);
        return isUnsure ? null : part.ending.outcome;
      }
      if (part.isMid) {
        this.midFrom = at + part.length;
        this.midTo = end;
      }
      choices = part.next;
      at = end;
    }
  }

  /**
   * Stores the outcome of a text that {@link find} does not know.
   *
   * @param outcomeBytes what the outcome takes of the memory.
   */
  store(text: Uint8Array, { slots, hasValueKey }: EventSlots, outcome: Outcome, outcomeBytes: number): void {
    if (this.#heldBytes > MAX_HELD_BYTES) {
      this.#roots = [];
      this.#heldBytes = 0;
    }
    this.#heldBytes += text.length + outcomeBytes;
    let choices = this.#roots;
    let from = 0;
    for (const slot of slots) {
      choices = this.#partOf(choices, text, from, slot).next;
      from = slot.to;
    }
    const last = { bytes: text, from, length: text.length - from, slot: END, isMid: false, next: [] } as const;
    addChoice(choices, { ...last, next: [], ending: { outcome, hasValueKey } });
  }

  #partOf(choices: Part<Outcome>[], text: Uint8Array, from: number, slot: Slot): Part<Outcome> {
    const length = slot.from - from;
    const known = choices.find((part) => part.slot === slot.type && part.length === length && isAt(part, text, from));
    if (known !== undefined) return known;
    const part: Part<Outcome> = {
      bytes: text,
      from,
      length,
      slot: slot.type,
      isMid: slot.isMid,
      next: [],
      ending: null,
    };
    addChoice(choices, part);
    return part;
  }
}

function isAt({ bytes, from, length }: Part<unknown>, text: Uint8Array, at: number): boolean {
  for (let index = 0; index < length; index += 1) if (bytes[from + index] !== text[at + index]) return false;
  return true;
}

function addChoice<Outcome>(choices: Part<Outcome>[], part: Part<Outcome>): void {
  if (choices.length === MAX_CHOICES) choices.pop();
  choices.unshift(part);
}

function moveToFront<Outcome>(choices: Part<Outcome>[], index: number): void {
  const part = choices[index] as Part<Outcome>;
  choices.copyWithin(1, 0, index);
  choices[0] = part;
}
