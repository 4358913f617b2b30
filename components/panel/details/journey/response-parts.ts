import { type ReadonlySignal, signal } from '@preact/signals';
import { splitJsonLines } from '#core/json/json-lines';
import { parseBoundedJson } from '#core/json/json-values';

/** One or two screenfuls. */
const FIRST_PART: PartLimit = { characters: 4_000, lines: 200 };
/** A browser lays out 4 MB of short lines in 10 s, and a part of this size in less than 100 ms. */
const NEXT_PART: PartLimit = { characters: 50_000, lines: 1_000 };

interface PartLimit {
  readonly characters: number;
  readonly lines: number;
}

/** A line, or a part of a very long one. */
export interface ResponseLine {
  readonly text: string;
  /** Whether the text continues the line before it. */
  readonly isContinued: boolean;
}

/** A long text that is shown in parts. */
export interface ResponseParts {
  readonly isJson: boolean;
  readonly parts: ReadonlySignal<readonly (readonly ResponseLine[])[]>;
  readonly hasMore: ReadonlySignal<boolean>;
  showMore(): void;
}

export function createResponseParts(text: string): ResponseParts {
  const isJson = parseBoundedJson(text) !== undefined;
  const lines = splitLines(isJson ? splitJsonLines(text) : linesOf(text), FIRST_PART.characters);
  let next = lines.next();
  const parts = signal<readonly (readonly ResponseLine[])[]>([]);
  const hasMore = signal(true);
  const show = (limit: PartLimit) => {
    const part: ResponseLine[] = [];
    for (let room = limit.characters; !next.done && room > 0 && part.length < limit.lines; next = lines.next()) {
      part.push(next.value);
      room -= next.value.text.length;
    }
    parts.value = [...parts.peek(), part];
    hasMore.value = !next.done;
  };
  show(FIRST_PART);
  return { isJson, parts, hasMore, showMore: () => show(NEXT_PART) };
}

function* linesOf(text: string): Generator<string> {
  let from = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
    yield text.slice(from, end);
    from = end + 1;
  }
  yield text.slice(from);
}

function* splitLines(lines: Iterable<string>, length: number): Generator<ResponseLine> {
  for (const line of lines) {
    for (let from = 0; from === 0 || from < line.length; from += length)
      yield { text: line.slice(from, from + length), isContinued: from > 0 };
  }
}
