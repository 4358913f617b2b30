import { type Capture, readCaptureFile, writeCaptureFile } from '#core/formats/capture-file';
import type { ExportFormat } from '#core/formats/formats';
import { parseInputContents } from '#core/formats/input-items';
import { createEventCorrelator, type EventCorrelator } from '#core/journey/event-correlator';
import type { NavigationMark, TelemetryRecord } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import type { Json, JsonObject, JsonPath } from '#core/json/json';
import { readJson } from '#core/json/json-reader';
import { compilePattern } from '#core/patterns/compile-pattern';
import { compileQuery } from '#core/query/compile-query';
import { readQuery } from '#core/query/read-query';
import { englishText } from '#core/report/english-text';
import { findingText } from '#core/report/messages';
import { correlatorRules } from '#core/rules/checks';
import { type RuleSetName, ruleSetNames } from '#core/rules/rule-sets';
import { sampleArguments } from '#core/telemetry/draft';
import type { Finding, FindingCode, RuleSet, RuleSetId, Severity, Subject, Verdict } from '#core/telemetry/findings';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { fail, type Result, succeed } from '#core/util/result';
import packageJson from '../../../package.json' with { type: 'json' };
import { type ValidateOptions, validate, validateCall, validateEvent } from './validate-items';

export type {
  Capture,
  EventCorrelator,
  EventKind,
  ExportFormat,
  Finding,
  FindingCode,
  Json,
  JsonObject,
  JsonPath,
  NavigationMark,
  Result,
  RuleSet,
  RuleSetId,
  RuleSetName,
  Severity,
  Subject,
  TelemetryRecord,
  Verdict,
  WatchedFrame,
};
export { eventKinds, findingText, ruleSetNames, type ValidateOptions, validate, validateCall, validateEvent };

/** Parses JSON text. A failure names the line and the column, and what is needed there. */
export function parseJson(text: string): Result<Json, string> {
  const read = readJson(text);
  if (read.ok) return read;
  const { line, column, message } = read.failure;
  return fail(`Line ${line}, column ${column}: ${englishText(message)}`);
}

/** The calls and events in a JSON value: itself, the items of an array, of a batch, of a HAR file or of a capture. */
export function itemsOf(json: Json): readonly Json[] {
  return parseInputContents(json).items;
}

/** Creates what joins observed calls, events and requests to one record an event, as the panel does. */
export function createCorrelator(): EventCorrelator {
  return createEventCorrelator(correlatorRules);
}

/**
 * Reads the text of a capture file, a HAR file, NDJSON, a JSON array or an SDK batch.
 * A failure is a sentence.
 */
export async function readCapture(text: string): Promise<Result<Capture, string>> {
  const bytes = new TextEncoder().encode(text);
  const read = await readCaptureFile(() => new Blob([bytes]).stream(), new AbortController().signal);
  return read.ok ? read : fail(englishText(read.failure));
}

export interface WriteOptions {
  /** `redact` replaces tokens, email addresses and phone numbers by pseudonyms. It is the default. */
  readonly secrets?: 'redact' | 'keep';
  /** Epoch milliseconds that a capture file names as its time. The default is now. */
  readonly exportedAt?: number;
}

/** Writes records in one of the panel's export formats. */
export function writeCapture(capture: Capture, format: ExportFormat, options: WriteOptions = {}): string {
  const { secrets = 'redact', exportedAt = Date.now() } = options;
  const writtenBy = { name: 'telemetry-v3', version: packageJson.version };
  return [...writeCaptureFile(capture, { format, secrets, exportedAt, writtenBy }).texts].join('');
}

/** The arguments of a valid call of a kind, in order. */
export function sampleCall(kind: EventKind): { readonly method: EventKind; readonly args: readonly Json[] } {
  return { method: kind, args: sampleArguments(kind) };
}

/**
 * Compiles a filter of the panel's language, such as `is:invalid pageid:home`.
 * A failure is a sentence.
 */
export function compileFilter(filter: string): Result<(record: TelemetryRecord) => boolean, string> {
  const query = readQuery<never>(filter, compilePattern);
  return query.ok ? succeed(compileQuery(query.value)) : fail(englishText(query.failure.message));
}
