import { isJsonArray, isJsonObject, type Json, stringAt } from '#core/json/json';
import { FindingList } from '#core/telemetry/finding-list';
import { toFoundParams, typeVariant } from '#core/telemetry/finding-params';
import { type Finding, type FindingCode, type FindingParams, isError, type RuleSet } from '#core/telemetry/findings';
import { type EventKind, kindOfEid } from '#core/telemetry/kinds';
import { readSchema, type SchemaNode } from '#core/telemetry/schema-node';
import { getOrCreateEntry } from '#core/util/get-or-create-entry';
import * as z from '#core/util/zod';
import { DEFAULT_PIPELINE, hasSchemas, type PipelineName, rejectsUnknownKinds } from './ingestion-profiles';
import { createIngestionSchema } from './ingestion-schemas';
import { toDataSize } from './pipeline-numbers';

/** Size in UTF-8 above which the pipeline drops an event. */
export const MAX_EVENT_BYTES = 1024 * 1024;
/** Maximum size of a UTF-16 unit in UTF-8. */
const MAX_UNIT_BYTES = 3;
/** Maximum growth of a parsed text by `JSON.stringify`: `1e20` becomes 21 digits. */
const MAX_GROWTH = 6;

const ERROR = { ruleSet: 'ingestion', severity: 'error' } as const;

/**
 * Returns the findings for which a pipeline would drop an event.
 *
 * @param textLength length of the parsed JSON text in UTF-16 units, if any. It avoids serializing the event to get its
 *   size.
 */
export type IngestionCheck = (event: Json, textLength?: number | null) => readonly Finding[];

/** Returns the findings of the schemas of a pipeline or a data set. */
export type SchemaCheck = (event: Json) => readonly Finding[];

/**
 * Cache of compiled checks.
 * The command line creates a check per file, and the package a check per item.
 */
const compiledChecks = new Map<PipelineName, Map<EventKind, SchemaCheck>>();

interface IngestionOptions {
  /** See {@link createSchemaCheck}. */
  readonly ownSchemas?: readonly RuleSet[];
  /** The limit that a site has set. */
  readonly maxEventBytes?: number | undefined;
}

/** Creates the check of a pipeline: first of the size of an event, then by its schemas. */
export function createIngestionCheck(
  pipeline: PipelineName,
  { ownSchemas = [], maxEventBytes = MAX_EVENT_BYTES }: IngestionOptions = {},
): IngestionCheck {
  const check = createSchemaCheck(pipeline, ownSchemas);
  const tooLarge = [createTooLargeFinding(maxEventBytes)];
  return (event, textLength = null) => (isTooLarge(event, textLength, maxEventBytes) ? tooLarge : check(event));
}

/**
 * Creates the check by the schemas of a pipeline.
 *
 * @param ownSchemas rule sets of the team's schemas. Used for `obsrv-2`, which has no schemas of its own: each data set
 *   has one.
 */
export function createSchemaCheck(pipeline: PipelineName, ownSchemas: readonly RuleSet[] = []): SchemaCheck {
  if (pipeline === 'obsrv-2' && ownSchemas.length > 0) {
    return (json) => ownSchemas.flatMap(({ check }) => check({ type: 'event', json }).filter(isError));
  }
  const checkKind = createKindCheck(pipeline);
  if (!rejectsUnknownKinds(pipeline)) return checkKind;
  return (event) => (isKnownKind(event) ? checkKind(event) : [unknownKindFinding]);
}

/**
 * Creates the rule set `ingestion` with findings for which a pipeline would drop an event.
 * It does not check calls.
 */
export function createIngestionRules(check: IngestionCheck): RuleSet {
  return {
    id: 'ingestion',
    scope: 'events',
    check: (subject) => (subject.type === 'call' ? [] : check(subject.json)),
  };
}

/** Returns the findings for which the default pipeline would drop an event. */
export const checkIngestion: IngestionCheck = createIngestionCheck(DEFAULT_PIPELINE);

/** The rule set of the default pipeline. */
export const ingestionRules: RuleSet = createIngestionRules(checkIngestion);

const unknownKindFinding: Finding = {
  ...ERROR,
  code: 'not-in-list',
  path: ['eid'],
  params: { reason: 'ingestion-eid' },
};

function createTooLargeFinding(maxEventBytes: number): Finding {
  const params = { reason: 'ingestion-size', ...toDataSize(maxEventBytes) } as const;
  return { ...ERROR, code: 'out-of-range', path: [], params };
}

function isKnownKind(event: Json): boolean {
  return kindOfEid(stringAt(event, ['eid']) ?? '') !== null;
}

/**
 * Whether an event exceeds the size limit of a pipeline in UTF-8.
 *
 * @param textLength see {@link IngestionCheck}.
 */
export function isTooLarge(event: Json, textLength: number | null, maxBytes = MAX_EVENT_BYTES): boolean {
  if (textLength !== null && textLength * MAX_GROWTH * MAX_UNIT_BYTES <= maxBytes) return false;
  if (estimateMaxBytes(event, maxBytes) <= maxBytes) return false;
  const json = JSON.stringify(event);
  if (json.length * MAX_UNIT_BYTES <= maxBytes) return false;
  return new TextEncoder().encode(json).length > maxBytes;
}

/** Size of an escape such as `\\u001f`, of a control character or half of a surrogate pair. */
const MAX_ESCAPED_BYTES = 6;
/** Maximum size of a number, such as `-1.2345678901234567e-300`. */
const MAX_NUMBER_BYTES = 25;
/** Limit of the recursion. A deeper value is serialized, which needs no more stack than its parser. */
const MAX_WALKED_DEPTH = 100;

/** Returns an upper bound of the size of a value as JSON, or more than `limit`. Allocates nothing. */
function estimateMaxBytes(value: Json, limit: number, depth = 0): number {
  if (typeof value === 'string') return value.length * MAX_ESCAPED_BYTES + 2;
  if (typeof value !== 'object' || value === null) return MAX_NUMBER_BYTES;
  if (depth === MAX_WALKED_DEPTH) return limit + 1;
  let bytes = 2;
  if (isJsonArray(value)) {
    for (const item of value) {
      bytes += estimateMaxBytes(item, limit, depth + 1) + 1;
      if (bytes > limit) return bytes;
    }
    return bytes;
  }
  for (const name in value) {
    bytes += name.length * MAX_ESCAPED_BYTES + 4 + estimateMaxBytes(value[name] ?? null, limit, depth + 1);
    if (bytes > limit) return bytes;
  }
  return bytes;
}

/** Creates the check by the schemas of a pipeline. An event without a schema has no findings. */
function createKindCheck(pipeline: PipelineName): SchemaCheck {
  const checks = getOrCreateEntry(compiledChecks, pipeline);
  return (event) => {
    if (!hasSchemas(pipeline, event)) return [];
    const kind = kindOfEid(stringAt(event, ['eid']) ?? '');
    if (kind === null) return [];
    const check = checks.get(kind) ?? compileIngestionCheck(createIngestionSchema(kind, pipeline));
    checks.set(kind, check);
    return check(event);
  };
}

/** Checks one value. `undefined` stands for an absent field. */
type Check = (value: Json | undefined, findings: FindingList) => void;

/**
 * Compiles a schema of the pipeline to a check that returns its findings.
 * The findings have the order of `safeParse`.
 */
export function compileIngestionCheck(schema: z.core.$ZodType): (event: Json) => readonly Finding[] {
  const check = compile(schema);
  return (event) => {
    const findings = new FindingList('ingestion');
    check(event, findings);
    return findings.all();
  };
}

function compile(schema: z.core.$ZodType): Check {
  const node = readSchema(schema);
  const check = compileNode(node);
  return (value, findings) => {
    if (value !== undefined) check(value, findings);
    else if (!node.optional) addFinding(findings, node, 'missing', () => ({ reason: 'ingestion-missing' }));
  };
}

function compileNode(node: SchemaNode): (value: Json, findings: FindingList) => void {
  if (node.allowedValues !== null) return compileAllowedValues(node, new Set<Json>(node.allowedValues));
  switch (node.type) {
    case 'string':
      return (value, findings) => {
        if (typeof value !== 'string') addWrongType(node, value, findings);
        else if (value.length < node.minLength) addTooSmall(node, findings);
      };
    case 'number':
      return (value, findings) => {
        if (!Number.isFinite(value)) addWrongType(node, value, findings);
        else if (node.minimum !== null && Number(value) < node.minimum) addTooSmall(node, findings);
      };
    case 'array':
      return compileArray(node);
    case 'object':
      return compileObject(node);
    default:
      throw new Error(`A schema of the pipeline uses the type ${node.type}, which the check does not know.`);
  }
}

/** Compiles a fast test that passes most valid values, and no invalid value. */
function compileTest({
  allowedValues,
  type,
  optional,
  minLength,
  minimum,
}: SchemaNode): (value: Json | undefined) => boolean {
  const isAbsent = (value: Json | undefined) => value === undefined && optional;
  const lowest = minimum ?? Number.NEGATIVE_INFINITY;
  if (allowedValues !== null) return isAbsent;
  if (type === 'string') return (value) => (typeof value === 'string' ? value.length >= minLength : isAbsent(value));
  if (type !== 'number') return isAbsent;
  return (value) => (typeof value === 'number' ? Number.isFinite(value) && value >= lowest : isAbsent(value));
}

function compileAllowedValues(node: SchemaNode, allowedValues: ReadonlySet<Json>) {
  return (value: Json, findings: FindingList) => {
    if (!allowedValues.has(value)) addFinding(findings, node, 'not-in-list', () => ({ reason: 'ingestion-list' }));
  };
}

function compileArray(node: SchemaNode) {
  const check = node.items === null ? null : compile(node.items);
  return (value: Json, findings: FindingList) => {
    if (!isJsonArray(value)) {
      addWrongType(node, value, findings);
      return;
    }
    if (check === null) return;
    for (let index = 0; index < value.length; index += 1) {
      findings.enterOpen(index);
      check(value[index], findings);
      findings.leaveOpen();
    }
  };
}

function compileObject(node: SchemaNode) {
  const fields = Object.entries(node.properties).map(([name, schema]) => {
    return { name, isValid: compileTest(readSchema(schema)), check: compile(schema) };
  });
  const names = new Set(fields.map(({ name }) => name));
  // Without such names, a field that is read is always an own property.
  if (fields.some(({ name }) => name in Object.prototype)) throw new Error('A field has the name of a built-in one.');
  const isClosed = node.others instanceof z.core.$ZodNever;
  return (value: Json, findings: FindingList) => {
    if (!isJsonObject(value)) {
      addWrongType(node, value, findings);
      return;
    }
    for (const { name, isValid, check } of fields) {
      const item = value[name];
      if (isValid(item)) continue;
      findings.enter(name);
      check(item, findings);
      findings.leave();
    }
    if (!isClosed) return;
    for (const key of Object.keys(value)) if (!names.has(key)) addExtra(node, key, findings);
  };
}

function addExtra(node: object, key: string, findings: FindingList): void {
  const problem = { severity: 'error', code: 'unknown-field', field: node, variant: key } as const;
  findings.addForKey(problem, () => ({ reason: 'ingestion-extra' }));
}

function addTooSmall(node: object, findings: FindingList): void {
  addFinding(findings, node, 'out-of-range', () => ({ reason: 'ingestion-small' }));
}

function addWrongType(node: SchemaNode, value: Json, findings: FindingList): void {
  const expected = node.type;
  const params = () => ({ reason: 'ingestion-type', expected, found: toFoundParams(value, expected) }) as const;
  addFinding(findings, node, 'wrong-type', params, typeVariant(value));
}

/** @param variant determines the parameters, together with the node. */
function addFinding(
  findings: FindingList,
  node: object,
  code: FindingCode,
  params: () => FindingParams,
  variant = '',
): void {
  findings.addForField({ severity: 'error', code, field: node, variant }, params);
}
