import { formatPath, isJsonArray, isJsonObject, type Json, type JsonObject, type JsonPath } from '#core/json/json';
import { REDACTED } from '#core/secrets/known-secrets';
import { isSecretName, isSecretNumber } from '#core/secrets/secret-names';
import { findSecretShape, isPlainText, replaceSecrets } from '#core/secrets/secret-search';
import type { SecretShapeId } from '#core/secrets/secret-shapes';
import type { Finding, FoundParams, ReasonParams } from '#core/telemetry/findings';
import { appendItems } from '#core/util/lists';

/** Limit of the depth. Deeper parts are redacted as a whole. */
const MAX_DEPTH = 200;
/** Limit of the findings. A page can send thousands of secrets. */
const MAX_LISTED = 20;

/**
 * The last searched value, if it has no secret.
 * Several callers search the same value in succession.
 */
let lastClean: JsonObject | null = null;

/**
 * Finds tokens and passwords in a call or an event, each with its path and without its value.
 * A string in a field with a secret name, or in its list, is an error. All strings in objects below such a field are
 * one finding. It is a notice, or an error if a string looks like a secret.
 *
 * @param basePath the path of the value.
 */
export function findSecrets(value: Json, basePath: JsonPath = []): readonly Finding[] {
  if (isClean(value)) return [];
  const findings = new Map<ValueNode, Finding>();
  walk(value, (text, visited) => {
    const secret = detectSecret(text, visited);
    if (secret === null) return;
    const { node } = secret;
    const earlier = findings.get(node);
    const isAddition = earlier === undefined && findings.size < MAX_LISTED;
    const isReplacement = earlier !== undefined && earlier.severity !== 'error' && secret.severity === 'error';
    if (isAddition || isReplacement) findings.set(node, toFinding(secret, [...basePath, ...pathTo(node)]));
  });
  return [...findings.values()];
}

/** Redacts every secret of a value. Returns the same object if there is none. */
export function redactEventSecrets(value: Json): Json {
  return isClean(value) ? value : redactNode(value, false, 0);
}

/**
 * Whether a quick search shows that a value has no secret and at most {@link MAX_DEPTH} levels. Allocates nothing.
 * The value must come from `JSON.parse`.
 */
export function isKnownClean(value: Json, depth = 0): boolean {
  if (typeof value === 'string') return isPlainText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (isJsonArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      if (!isKnownClean(value[index] ?? null, depth + 1)) return false;
    }
    return true;
  }
  for (const key in value as JsonObject) {
    if (!isPlainName(key) || !isKnownClean((value as JsonObject)[key] ?? null, depth + 1)) return false;
    if (key === 'value' && isSecretName(fieldNameOf(value as JsonObject, key))) return false;
  }
  return true;
}

/** Limit of the cache. Events repeat a few names. */
const MAX_CACHED_NAMES = 2_000;
const plainNames = new Set<string>();

/** Whether the name of a field is neither a secret nor the name of a secret. */
export function isPlainName(name: string): boolean {
  if (plainNames.has(name)) return true;
  const isPlain = !isSecretName(name) && findSecretShape(name) === null;
  if (isPlain && plainNames.size < MAX_CACHED_NAMES && name.length <= 100) plainNames.add(name);
  return isPlain;
}

/** Call after the whole text of a value was searched, so that it is not searched again. */
export function rememberAsClean(value: Json): void {
  if (isJsonObject(value)) lastClean = value;
}

function isClean(value: Json): boolean {
  if (value !== null && value === lastClean) return true;
  if (hasSecret(value, false, 0)) return false;
  rememberAsClean(value);
  return true;
}

/**
 * Whether a value has a secret. Tracks no path, because nearly all values have none.
 *
 * @param isNamed whether the name of an enclosing field marks its texts as secrets.
 */
function hasSecret(value: Json, isNamed: boolean, depth: number): boolean {
  if (typeof value === 'string') return value !== '' && (isNamed || !isPlainText(value));
  if (typeof value !== 'object' || value === null) return false;
  if (value === lastClean && !isNamed) return false;
  if (depth === MAX_DEPTH) return hasSecretBelowLimit(value, isNamed);
  if (isJsonArray(value)) {
    for (const item of value) if (hasSecret(item, isNamed, depth + 1)) return true;
    return false;
  }
  if (!isJsonObject(value)) return false;
  for (const key of Object.keys(value)) {
    const isPlain = isPlainName(key) && key !== 'value';
    if (!isPlain && findSecretShape(key) !== null) return true;
    const item = value[key] ?? null;
    const name = isPlain ? null : fieldNameOf(value, key);
    if (name !== null && typeof item === 'number' && isSecretNumber(name, item)) return true;
    if (hasSecret(item, isNamed || (name !== null && isSecretName(name)), depth + 1)) return true;
  }
  return false;
}

function hasSecretBelowLimit(value: Json, isNamed: boolean): boolean {
  let isFound = false;
  walk(value, (text, node) => {
    isFound ||= text !== '' && (isNamed || detectSecret(text, node) !== null);
  });
  return isFound;
}

function redactNode(value: Json, isNamed: boolean, depth: number): Json {
  if (typeof value === 'string') return isNamed && value !== '' ? REDACTED : redactText(value);
  if (typeof value === 'object' && depth === MAX_DEPTH) return REDACTED;
  if (isJsonArray(value)) return value.map((item) => redactNode(item, isNamed, depth + 1));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    const name = fieldNameOf(value, key);
    const isSecret = typeof item === 'number' && isSecretNumber(name, item);
    return [redactText(key), isSecret ? REDACTED : redactNode(item, isNamed || isSecretName(name), depth + 1)] as const;
  });
  // `Object.fromEntries` instead of assignments, because a page may name a field `__proto__`.
  return Object.fromEntries(withUniqueKeys(entries));
}

/**
 * Returns the name of a value.
 * It comes from its field, or from its pair `{"name": "Authorization", "value": …}`.
 */
export function fieldNameOf(parent: JsonObject, key: string): string {
  if (key !== 'value') return key;
  const { name, key: pairKey } = parent;
  if (typeof name === 'string') return name;
  return typeof pairKey === 'string' ? pairKey : key;
}

function redactText(text: string): string {
  return replaceSecrets(text, () => REDACTED);
}

interface DetectedSecret {
  readonly node: ValueNode;
  readonly severity: Finding['severity'];
  readonly params: SecretParams;
}

type SecretReason = 'secret' | 'secret-in-key' | 'secret-by-name' | 'secret-maybe';

/** The parameters of the sentence, without the path. */
type SecretParams = { [Reason in SecretReason]: Omit<ReasonParams<Reason>, 'field'> }[SecretReason];

/** Returns the finding for a string or the name of a field, or `null` if it isn't a secret. */
function detectSecret(text: string, node: ValueNode): DetectedSecret | null {
  if (text === '') return null;
  const shape = findSecretShape(text);
  const { secretField } = node;
  if (node.isKey) {
    return (
      shape && {
        node: node.parent ?? node,
        severity: 'error',
        params: { reason: 'secret-in-key', ...shapeParams(shape) },
      }
    );
  }
  if (secretField === null)
    return shape && { node, severity: 'error', params: { reason: 'secret', ...shapeParams(shape) } };
  const name = secretField.name.slice(0, 40);
  if (!isInObject(node, secretField)) return { node, severity: 'error', params: { reason: 'secret-by-name', name } };
  if (shape) return { node: secretField, severity: 'error', params: { reason: 'secret', ...shapeParams(shape) } };
  return { node: secretField, severity: 'info', params: { reason: 'secret-maybe', name } };
}

/** Whether there is an object between the field with the secret name and the text. */
function isInObject(node: ValueNode, secretField: ValueNode): boolean {
  for (let current = node; current !== secretField && current.parent !== null; current = current.parent) {
    if (typeof current.step === 'string') return true;
  }
  return false;
}

/**
 * Returns the parameters of a shape.
 * A parameter must not be named `secret`, because its value would be redacted.
 */
function shapeParams(shape: SecretShapeId): { readonly shape: FoundParams } {
  return { shape: { reason: shape } };
}

function toFinding({ severity, params }: DetectedSecret, path: JsonPath): Finding {
  const field = formatPath(path) || ({ reason: 'the-value' } as const);
  return { ruleSet: 'privacy', severity, code: 'secret', path, params: { ...params, field } };
}

/**
 * A node in a value.
 * Its path is built for findings only, because paths in deep nesting are long.
 */
interface ValueNode {
  readonly value: Json;
  /** The step to the node in the redacted value. */
  readonly step: string | number;
  /** The unredacted name of the field; empty for an item of an array. */
  readonly name: string;
  /** Whether the node is the name of a field, not a value. */
  readonly isKey: boolean;
  /** The outermost enclosing field with the name of a secret. */
  secretField: ValueNode | null;
  readonly parent: ValueNode | null;
}

/**
 * Visits every text, and each name of a field that looks like a secret.
 * Without recursion, because a page may nest values deeply.
 */
function walk(value: Json, visit: (text: string, node: ValueNode) => void): void {
  const pending: ValueNode[] = [{ value, step: '', name: '', isKey: false, secretField: null, parent: null }];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    if (typeof current.value === 'string') visit(current.value, current);
    else appendItems(pending, childNodes(current).reverse());
  }
}

function childNodes(parent: ValueNode): ValueNode[] {
  const { value, secretField } = parent;
  if (isJsonArray(value))
    return value.map((item, step) => ({ value: item, step, name: '', isKey: false, secretField, parent }));
  if (!isJsonObject(value)) return [];
  const keys = Object.keys(value);
  // Nearly all objects have plain names only, which are their own steps and distinct.
  const steps = keys.every(isPlainName) ? null : withUniqueKeys(keys.map((key) => [redactText(key), null]));
  const nodes: ValueNode[] = [];
  for (const [index, key] of keys.entries()) {
    const item = value[key] ?? null;
    const name = fieldNameOf(value, key);
    const isSecretDigits = typeof item === 'number' && isSecretNumber(name, item);
    const nodeValue = isSecretDigits ? String(item) : item;
    const step = steps?.[index]?.[0] ?? key;
    const field: ValueNode = { value: nodeValue, step, name, isKey: false, secretField, parent };
    const mayBeSecret = steps !== null || key === 'value';
    if (mayBeSecret && isSecretName(name)) field.secretField ??= field;
    if (mayBeSecret && findSecretShape(key) !== null) nodes.push({ ...field, value: key, isKey: true });
    nodes.push(field);
  }
  return nodes;
}

/** Returns the path of a node in the redacted value. */
function pathTo(node: ValueNode): JsonPath {
  const steps: (string | number)[] = [];
  for (let current = node; current.parent !== null; current = current.parent) steps.push(current.step);
  return steps.reverse();
}

/** Renames fields whose redacted names are equal, so that none is lost: `•••`, `••• (2)`. */
export function withUniqueKeys<Value>(
  entries: readonly (readonly [string, Value])[],
): readonly (readonly [string, Value])[] {
  const usedKeys = new Set<string>();
  // Each search continues the last one for the same key. Otherwise, n equal keys would cost n² steps.
  const lastCounts = new Map<string, number>();
  return entries.map(([key, value]) => {
    let freeKey = key;
    let count = lastCounts.get(key) ?? 1;
    for (; usedKeys.has(freeKey); freeKey = `${key} (${count})`) count += 1;
    lastCounts.set(key, count);
    usedKeys.add(freeKey);
    return [freeKey, value];
  });
}
