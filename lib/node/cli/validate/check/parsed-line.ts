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
  /** Whether the line contains invalid UTF-8. */
  readonly isBroken: boolean;
}

/**
 * Parses all lines of a block before the first one is checked.
 * Alternating would make parser and rules compete for the processor's caches, which takes 10 % more time
 * (`npm run bench:cli`).
 */
export function parseLines(buffer: Buffer, firstLine: number): readonly ParsedLine[] {
  const hasInvalid = !isUtf8(buffer);
  const lines: ParsedLine[] = [];
  let line = firstLine;
  for (let from = 0; from < buffer.length; line += 1) {
    const to = endOfLine(buffer, from);
    const isBroken = hasInvalid && !isUtf8(buffer.subarray(from, to));
    const parsed = parseLine(buffer, from, to, line, isBroken);
    if (parsed !== null) lines.push(parsed);
    from = to + 1;
  }
  return lines;
}

/** Parses one line. Returns `null` if the line is blank. */
export function parseLine(buffer: Buffer, from: number, to: number, line: number, isBroken = false): ParsedLine | null {
  const text = buffer.toString('utf8', from, to);
  if (!isBroken && isBlank(text)) return null;
  const json = parseShortJson(text);
  const isClean = json !== undefined && areKnownCleanBytes(buffer, from, to, text);
  return { line, text, json, isClean, isBroken };
}

function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return text === '' || (first <= 0x20 && text.trim() === '');
}
