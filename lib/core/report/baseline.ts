import { isJsonObject, type Json, stringAt, valueAt } from '#core/json/json';
import { createRedactor } from '#core/redaction/redactor';
import { findPersonalData } from '#core/secrets/personal-data';
import { findTruncatePoint } from '#core/secrets/truncate-point';
import type { Subject } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import { dataIndexOf } from '#core/telemetry/kinds';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import { formatPathPattern } from './finding-groups';
import type { ReportedFinding } from './reported-finding';

/** A finding in a baseline. It has only parts that are stable between runs: no `mid`, line or value. */
export interface BaselineEntry {
  readonly ruleSet: string;
  readonly code: string;
  /** Dotted path, with `*` for the index of an item, because lists vary in length. */
  readonly path: string;
  readonly kind: string | null;
  /** `type`, `id` and `pageid` of the event's `edata`, or of the call's data. */
  readonly type: string | null;
  readonly id: string | null;
  readonly pageid: string | null;
}

const BASELINE_FORMAT = 'telemetry-v3-baseline';
/** Limit of the entries, because a JSON file may have at most 200,000 fields and items. */
export const MAX_BASELINE_ENTRIES = 20_000;
/** Limit of a string. Ids are shorter. */
const MAX_TEXT_CHARS = 200;

const nullableText = z.nullable(z.string());
const baselineSchema = z.object({
  format: z.literal(BASELINE_FORMAT),
  version: z.literal(1),
  findings: z
    .array(
      z.object({
        ruleSet: z.string(),
        code: z.string(),
        path: z.string(),
        kind: nullableText,
        type: nullableText,
        id: nullableText,
        pageid: nullableText,
      }),
    )
    .check(z.maxLength(MAX_BASELINE_ENTRIES)),
});

/** Reads a baseline file. Fails for any other JSON. */
export function parseBaseline(json: Json): Result<readonly BaselineEntry[], 'not-a-baseline'> {
  const parsed = baselineSchema.safeParse(json);
  return parsed.success ? succeed(parsed.data.findings) : fail('not-a-baseline');
}

/** Writes one sorted entry per line, so that a diff of two baselines shows the changes. */
export function writeBaseline(entries: Iterable<BaselineEntry>): string {
  const lines = [...new Set([...entries].map((entry) => `    ${JSON.stringify(entry)}`))].sort();
  const findings = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  return `{\n  "format": "${BASELINE_FORMAT}",\n  "version": 1,\n  "findings": ${findings}\n}\n`;
}

/** The parts of an item that identify its findings in a baseline. */
export type BaselineSubject = Pick<BaselineEntry, 'kind' | 'type' | 'id' | 'pageid'>;

/** Returns what identifies the findings of an item in a baseline. */
export function baselineSubject(kind: EventKind | null, subject: Subject): BaselineSubject {
  const data = dataOf(subject);
  return { kind, type: publicTextAt(data, 'type'), id: publicTextAt(data, 'id'), pageid: publicTextAt(data, 'pageid') };
}

/** Shortens long texts of a subject, as in a baseline. */
export function shortenSubject({ kind, ...texts }: BaselineSubject): BaselineSubject {
  const { type, id, pageid } = texts;
  return { kind, type: type && shorten(type), id: id && shorten(id), pageid: pageid && shorten(pageid) };
}

/** Returns the entry of a finding in a baseline. */
export function baselineEntry(
  { ruleSet, code, path }: Pick<ReportedFinding, 'ruleSet' | 'code' | 'path'>,
  subject: BaselineSubject,
): BaselineEntry {
  const publicPath = path.map((step) => (typeof step === 'string' ? withoutPersonalData(step) : step));
  return { ruleSet, code, path: shorten(formatPathPattern(publicPath)), ...subject };
}

/** Returns the key of a finding in a baseline, without its mid, line or value (`docs/command-line.md`). */
export function baselineKey({ ruleSet, code, path, kind, type, id, pageid }: BaselineEntry): string {
  return JSON.stringify([ruleSet, code, path, kind, type, id, pageid]);
}

/** Formats an entry for output: `definition/not-in-list at edata.type of interact next`. */
export function baselineEntryText({ ruleSet, code, path, kind, type, id, pageid }: BaselineEntry): string {
  const subject = [kind, type, id, pageid].filter((part) => part !== null).join(' ');
  const location = `${ruleSet}/${code} at ${path === '' ? 'the item' : path}`;
  return subject === '' ? location : `${location} of ${subject}`;
}

function dataOf(subject: Subject): Json | undefined {
  return subject.type === 'event' ? valueAt(subject.json, ['edata']) : subject.args[dataIndexOf(subject.method)];
}

function publicTextAt(data: Json | undefined, name: string): string | null {
  const text = isJsonObject(data) ? stringAt(data, [name]) : null;
  return text === null ? null : shorten(withoutPersonalData(text));
}

/**
 * Replaces personal data in a string, because a baseline is committed.
 * A new redactor per text creates the same pseudonyms in each run.
 */
function withoutPersonalData(text: string): string {
  return findPersonalData(text) === null ? text : createRedactor().text(text);
}

/** Truncates a string, but not within a secret, because half a secret would not be redacted. */
function shorten(text: string): string {
  return text.slice(0, findTruncatePoint(text, MAX_TEXT_CHARS));
}
