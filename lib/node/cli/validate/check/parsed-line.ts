import { isUtf8 } from 'node:buffer';
import type { Json } from '#core/json/json';
import { parseShortJson } from '#core/json/json-values';
import { areKnownCleanBytes } from '#core/rules/privacy/clean-text';
import { endOfLine } from '../../input/line-blocks';

/** A line of an input that is not blank. */
export interface ParsedLine {
  /** Line number, from 1. */
  readonly line: number;
  readonly text: string;
  /** `undefined` if the line is invalid JSON, or so long that its values must be counted before parsing. */
  readonly json: Json | undefined;
  /** Whether the line is known to contain no secret: see `isKnownCleanText`. */
  readonly isClean: boolean;
  readonly hasInvalidUtf8: boolean;
}

/**
 * Parses all lines of a block before the first one is checked.
 * Parsing and checking line by line takes 10 % more time, because parser and rules compete for the processor's caches
 * (`npm run bench:cli`).
 */
export function parseLines(buffer: Buffer, firstLine: number): readonly ParsedLine[] {
  const isInvalidBlock = !isUtf8(buffer);
  const lines: ParsedLine[] = [];
  let line = firstLine;
  for (let from = 0; from < buffer.length; line += 1) {
    const to = endOfLine(buffer, from);
    const hasInvalidUtf8 = isInvalidBlock && !isUtf8(buffer.subarray(from, to));
    const parsed = parseLine(buffer, from, to, line, hasInvalidUtf8);
    if (parsed !== null) lines.push(parsed);
    from = to + 1;
  }
  return lines;
}

/** Parses one line. Returns `null` if the line is blank. */
export function parseLine(
  buffer: Buffer,
  from: number,
  to: number,
  line: number,
  hasInvalidUtf8 = false,
): ParsedLine | null {
  const text = buffer.toString('utf8', from, to);
  if (!hasInvalidUtf8 && isBlank(text)) return null;
  const json = parseShortJson(text);
  const isClean = json !== undefined && areKnownCleanBytes(buffer, from, to, () => text);
  return { line, text, json, isClean, hasInvalidUtf8 };
}

function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return text === '' || (first <= 0x20 && text.trim() === '');
}
