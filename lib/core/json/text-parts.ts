import { type MessageText, message } from '#core/util/message';

/** Position in the whole text, from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A part of a text that has JSON in it. */
export type TextPart = TextPosition &
  (
    | {
        readonly type: 'json';
        /** A JSON object, or a JSON string that seems to contain one. The contents of strings are not validated. */
        readonly text: string;
      }
    /** An event in invalid JSON. */
    | { readonly type: 'fault'; readonly fault: MessageText }
    /** Lines without JSON. */
    | { readonly type: 'skipped'; readonly lines: number }
  );

export const MAX_OBJECT_CHARS = 32 * 1024 * 1024;

/** The name of a field that each event has. Outside of valid JSON, it indicates an unreadable event. */
export const EID_FIELD = /"eid\\*"\s*:/;
const EVENT_NAME = /eid(?:\\*"|%22)|"args"/;

/** Whether a text may contain an event or a call, by a possibly escaped or encoded field name. */
export function mayHaveEvent(text: string): boolean {
  return EVENT_NAME.test(text);
}

/** Whether a text may be a HAR file with request bodies. Its events may be in compressed bodies. */
export function mayBeHar(text: string): boolean {
  return text.includes('"entries"') && text.includes('"postData"');
}

/** Collects the parts of a text in their order. Adjacent lines without JSON are one part. */
export class TextParts {
  readonly #parts: TextPart[] = [];
  #skipped: { line: number; lines: number; last: number } | null = null;
  #faultCount = 0;

  /** Number of the faults so far. */
  get faultCount(): number {
    return this.#faultCount;
  }

  /**
   * Adds an object if it may be telemetry. Other JSON is skipped without parsing.
   * @param lastLine the last line of the object.
   */
  addObject(text: string, position: TextPosition, lastLine: number): void {
    if (!mayHaveEvent(text) && !mayBeHar(text)) {
      this.addSkipped(position.line, lastLine);
      return;
    }
    this.add({ type: 'json', text, ...position });
  }

  addFault(fault: TextPosition & { readonly fault: MessageText }): void {
    this.add({ type: 'fault', ...fault });
  }

  addTooLong(position: TextPosition): void {
    this.addFault({ ...position, fault: message('import.fault.partTooLong', { n: MAX_OBJECT_CHARS / 1024 / 1024 }) });
  }

  /** Adds an object or a fault. */
  add(part: TextPart): void {
    this.flushSkipped();
    if (part.type === 'fault') this.#faultCount += 1;
    this.#parts.push(part);
  }

  addSkipped(first: number, last: number): void {
    this.#skipped ??= { line: first, lines: 0, last: first - 1 };
    this.#skipped.lines += Math.max(0, last - Math.max(first - 1, this.#skipped.last));
    this.#skipped.last = last;
  }

  /** Ends the current part of skipped lines. */
  flushSkipped(): void {
    const skipped = this.#skipped;
    if (skipped !== null) this.#parts.push({ type: 'skipped', line: skipped.line, column: 1, lines: skipped.lines });
    this.#skipped = null;
  }

  /** Returns the complete parts, and removes them. */
  take(): readonly TextPart[] {
    return this.#parts.splice(0);
  }
}
