import { type Capture, readCaptureFile } from '#core/formats/capture-file';
import { parseInputContents } from '#core/formats/input-items';
import { createEventCorrelator, type EventCorrelator } from '#core/journey/event-correlator';
import type { Navigation, TelemetryRecord } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import type { Json, JsonObject, JsonPath } from '#core/json/json';
import { readJson } from '#core/json/json-reader';
import { compileFilterText } from '#core/query/filter-text';
import { findingText } from '#core/report/english-findings';
import { englishText } from '#core/report/english-text';
import type { CustomProblem, CustomRule, CustomRuleResult } from '#core/rules/custom-rules';
import type { PipelineName } from '#core/rules/ingestion/ingestion-profiles';
import { type RuleSetName, ruleSetNames } from '#core/rules/rule-set-names';
import type { RuleSetVerdicts } from '#core/rules/rule-set-verdicts';
import { createDefaultJudge } from '#core/stream/default-judge';
import { toJudgedRecord } from '#core/stream/judge';
import { type PlainJudgedRecord as JudgedRecord, observedOf, toPlainRecord } from '#core/stream/judged-record';
import { secretGuard } from '#core/stream/secret-guard';
import { sampleArguments } from '#core/telemetry/draft';
import type { Finding, FindingCode, RuleSet, RuleSetId, Severity, Subject, Verdict } from '#core/telemetry/findings';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { fail, type Result, succeed } from '#core/util/result';
import { defineConfig, type TelemetryConfig } from '../config/config-schema';
import { assertKnownName } from '../did-you-mean';
import { queryProblemText } from '../filter-problem';
import { type ItemVerdict, type ValidateOptions, validate, validateCall, validateEvent } from './validate-items';
import { type ExportFormat, type WriteOptions, writeCapture } from './write-capture';

export type {
  Capture,
  CustomProblem,
  CustomRule,
  CustomRuleResult,
  EventCorrelator,
  EventKind,
  ExportFormat,
  Finding,
  FindingCode,
  ItemVerdict,
  Json,
  JsonObject,
  JsonPath,
  JudgedRecord,
  Navigation,
  PipelineName,
  Result,
  RuleSet,
  RuleSetId,
  RuleSetName,
  RuleSetVerdicts,
  Severity,
  Subject,
  TelemetryConfig,
  TelemetryRecord,
  Verdict,
  WatchedFrame,
};
export {
  defineConfig,
  eventKinds,
  findingText,
  ruleSetNames,
  type ValidateOptions,
  validate,
  validateCall,
  validateEvent,
  type WriteOptions,
  writeCapture,
};

/** Parses JSON text. Fails with a sentence that names the line, the column and the problem. */
export function parseJson(text: string): Result<Json, string> {
  const json = readJson(text);
  if (json.ok) return json;
  const { line, column, message } = json.failure;
  return fail(`Line ${line}, column ${column}: ${englishText(message)}`);
}

/**
 * Returns the calls and events in a JSON value.
 * The value can be a call or an event, a list, an SDK batch, a HAR file, a capture, a Postman collection, or an object
 * whose fields contain one of them.
 */
export function itemsOf(json: Json): readonly Json[] {
  return parseInputContents(json).items.map((item) => item.json);
}

/** Returns a record with the findings of the rule sets `definition`, `envelope`, `privacy` and `hints`. */
export function judge(record: TelemetryRecord): JudgedRecord {
  return toPlainRecord(defaultJudge.judge(record, false));
}

const defaultJudge = createDefaultJudge();

/**
 * Creates a correlator of observed calls, events and requests.
 * The correlator creates one record per event, as in the panel.
 */
export function createCorrelator(): EventCorrelator {
  return createEventCorrelator(secretGuard);
}

/** A capture that was read from a text. */
export interface ReadCapture extends Capture {
  /** Sentences about skipped parts of the text, such as lines that are not JSON. */
  readonly warnings: readonly string[];
}

/**
 * Reads the text of a capture file, a HAR file, NDJSON, a JSON array or an SDK batch.
 * Fails with a sentence, such as for a text without events.
 */
export async function readCapture(text: string): Promise<Result<ReadCapture, string>> {
  const bytes = new TextEncoder().encode(text);
  const capture = await readCaptureFile(() => new Blob([bytes]).stream(), new AbortController().signal);
  if (!capture.ok) return fail(englishText(capture.failure));
  const { records, warnings, ...others } = capture.value;
  return succeed({
    ...others,
    records: records.map((record) => toPlainRecord(record)),
    warnings: warnings.map(englishText),
  });
}

/**
 * Returns a valid sample call of a kind.
 *
 * @throws {TypeError} For an unknown kind.
 */
export function sampleCall(kind: EventKind): { readonly method: EventKind; readonly args: readonly Json[] } {
  assertKnownName('kind', kind, eventKinds);
  return { method: kind, args: sampleArguments(kind) };
}

/**
 * Compiles a filter of the panel's filter language, such as `is:invalid pageid:home`.
 * Fails with a sentence.
 */
export function compileFilter(filter: string): Result<(record: JudgedRecord) => boolean, string> {
  const compiled = compileFilterText(filter);
  if (!compiled.ok) return fail(queryProblemText(compiled.failure));
  return succeed((record) => compiled.value(toJudgedRecord(observedOf(record), record.findings, record.sharesMid)));
}
