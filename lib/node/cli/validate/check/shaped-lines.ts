import { isJsonObject, type Json, parseJson, valueAt } from '#core/json/json';
import { canUseShapes, KnownShapes } from '#core/rules/shapes/known-shapes';
import type { RuleSet } from '#core/telemetry/findings';
import { endOfLine } from '../../input/line-blocks';
import type { ItemSource } from './block-results';
import type { CheckSettings } from './check-settings';
import type { EventOutcome } from './item-reader';
import { type ParsedLine, parseLine } from './parsed-line';

/** Receives the lines of a block. Separate parameters avoid an object for each event. */
export interface LineSink {
  /** Adds an event whose shape is known, with the outcome of an earlier event of that shape. */
  readonly addKnown: (outcome: EventOutcome, line: number, mid: string | null, source: ItemSource) => void;
  /** Reads a line. Returns the line's outcome if it is an event. */
  readonly readLine: (line: ParsedLine) => EventOutcome | null;
}

/**
 * Creates the known shapes.
 * Returns `null` if the run needs more than findings, or if the findings depend on more than an event's shape.
 */
export function createShapes(
  settings: CheckSettings,
  customRules: readonly RuleSet[],
): KnownShapes<EventOutcome> | null {
  const { filter, baseline, updatesBaseline, policy, collectsStats, rules, pipeline, maxEventBytes } = settings;
  const needsFindingsOnly =
    filter === '' && baseline === null && !updatesBaseline && policy.ignore.length === 0 && !collectsStats;
  const isShapeSufficient = customRules.length === 0 && maxEventBytes === undefined && canUseShapes(rules);
  return needsFindingsOnly && isShapeSufficient ? new KnownShapes(rules, pipeline, settings.receivedAt) : null;
}

/** Reads lines without parsing events whose shape is known, which most events of a large file are. */
export function readShapedLines(
  buffer: Buffer,
  firstLine: number,
  shapes: KnownShapes<EventOutcome>,
  sink: LineSink,
): void {
  let line = firstLine;
  for (let from = 0; from < buffer.length; line += 1) {
    // Constants, because closures read the text of each line later.
    const begin = from;
    const end = endOfLine(buffer, begin);
    const outcome = shapes.find(buffer, begin, end);
    if (outcome === null) {
      const parsed = parseLine(buffer, begin, end, line);
      const newOutcome = parsed && sink.readLine(parsed);
      if (parsed !== null && newOutcome !== null) storeShape(buffer, begin, end, parsed, newOutcome, shapes);
    } else {
      const text = () => buffer.toString('utf8', begin, end);
      const read = () => readEvent(text(), outcome.field);
      const { midFrom, midTo } = shapes.templates;
      const mid = midFrom === -1 ? outcome.mid : readString(buffer, midFrom, midTo);
      sink.addKnown(outcome, line, mid, { text, read, isClean: true });
    }
    from = end + 1;
  }
}

function storeShape(
  buffer: Buffer,
  from: number,
  to: number,
  { json, isClean }: ParsedLine,
  outcome: EventOutcome,
  shapes: KnownShapes<EventOutcome>,
): void {
  if (!isJsonObject(json)) return;
  const { field, kind, findings } = outcome;
  shapes.store(buffer, from, to, { json, field, kind, findings: findings.length, isClean }, outcome);
}

/** A JSON string of ASCII characters without escapes. */
const PLAIN_STRING = /^"[\x20-\x5b\x5d-\x7e]*"$/;

/** Parses a JSON string with its quotes. */
function readString(buffer: Buffer, from: number, to: number): string {
  const text = buffer.toString('latin1', from, to);
  return PLAIN_STRING.test(text) ? text.slice(1, -1) : String(parseJson(buffer.toString('utf8', from, to)));
}

function readEvent(text: string, field: EventOutcome['field']): Json | null {
  const json = parseJson(text);
  return (field === null ? json : valueAt(json, [field])) ?? null;
}
