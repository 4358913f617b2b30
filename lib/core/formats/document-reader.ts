import { isJsonObject, type Json } from '#core/json/json';
import { type JsonFault, readJson } from '#core/json/json-reader';
import { type Line, MAX_LINE_CHARS } from './split-lines';

/** A JSON text of the input, or why there is none. */
export type Document =
  | { readonly json: Json; readonly line: number }
  | { readonly fault: JsonFault; readonly line: number };

/**
 * Finds the JSON texts of an input: one per line, or one over many lines. The first lines tell: when the first is JSON
 * by itself, or the second is an object by itself where only another line could stand, each line is a text.
 */
export class DocumentReader {
  #layout: 'unknown' | 'lines' | 'whole' = 'unknown';
  #held: Line[] = [];
  #heldLength = 0;

  push(line: Line): readonly Document[] {
    if (this.#layout === 'lines') return isBlank(line) ? [] : [readLine(line)];
    if (this.#layout === 'unknown') return isBlank(line) ? [] : this.#decide(line);
    return this.#hold(line);
  }

  end(): readonly Document[] {
    const held = this.#held;
    this.#held = [];
    return held.length === 0 ? [] : [readWhole(held)];
  }

  #decide(line: Line): readonly Document[] {
    const document = readLine(line);
    const [first] = this.#held;
    if (first === undefined && 'fault' in document) return this.#hold(line);
    if (first !== undefined && !provesLines(first, document)) {
      this.#layout = 'whole';
      return this.#hold(line);
    }
    this.#layout = 'lines';
    this.#held = [];
    return first ? [readLine(first), document] : [document];
  }

  #hold(line: Line): readonly Document[] {
    this.#heldLength += line.text.length;
    if (this.#heldLength > MAX_LINE_CHARS) return [];
    this.#held.push(line);
    return [];
  }

  /** A text over many lines is read whole; this one is longer than that is possible. */
  get isTooLong(): boolean {
    return this.#heldLength > MAX_LINE_CHARS;
  }
}

/** An object that stands alone after a line that begins no array: in one text over many lines that cannot be. */
function provesLines(first: Line, second: Document): boolean {
  return !first.text.trimStart().startsWith('[') && 'json' in second && isJsonObject(second.json);
}

function readLine(line: Line): Document {
  const parsed = readJson(line.text);
  if (parsed.ok) return { json: parsed.value, line: line.number };
  return { fault: parsed.failure, line: line.number };
}

function readWhole(lines: readonly Line[]): Document {
  const firstLine = lines[0]?.number ?? 1;
  const parsed = readJson(lines.map((line) => line.text).join('\n'));
  if (parsed.ok) return { json: parsed.value, line: firstLine };
  const { line } = parsed.failure;
  return { fault: parsed.failure, line: lines[line - 1]?.number ?? line };
}

function isBlank(line: Line): boolean {
  return line.text.trim() === '';
}
