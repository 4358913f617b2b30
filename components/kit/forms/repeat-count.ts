import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

/**
 * The number of times that something is fired, as entered text.
 * The text is parsed when the field loses focus or Fire is pressed, not before.
 */
export interface RepeatCount {
  readonly max: number;
  readonly text: Signal<string>;
  /** Whether the text was parsed and is not a whole number from 1 to `max`. */
  readonly isInvalid: ReadonlySignal<boolean>;
  setText(text: string): void;
  /** Parses the text. Returns `null`, and sets `isInvalid`, if the text is not a number in range. */
  read(): number | null;
}

export function createRepeatCount(max: number): RepeatCount {
  const text = signal('1');
  const isInvalid = signal(false);
  return {
    max,
    text,
    isInvalid,
    setText(input) {
      text.value = input;
      if (parseCount(input, max) !== null) isInvalid.value = false;
    },
    read() {
      const count = parseCount(text.peek(), max);
      isInvalid.value = count === null;
      return count;
    },
  };
}

function parseCount(text: string, max: number): number | null {
  if (!/^\d{1,9}$/.test(text.trim())) return null;
  const count = Number(text);
  return count >= 1 && count <= max ? count : null;
}
