import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import type { FindingList } from './finding-list';
import { toFoundParams } from './finding-params';
import type { FindingParams } from './findings';
import { formatList } from './wording';

/**
 * Keys that the SDKs take in a last argument.
 * It is not in the definitions, and it is sticky: later events get it too.
 */
const sdkOptions: ReadonlySet<string> = new Set(['context', 'object', 'actor', 'tags', 'runningEnv', 'eventVer']);

/** Positional arguments by the names that the definition gives them. */
export function nameArguments(names: readonly string[], args: readonly Json[]): JsonObject {
  const named: Record<string, Json> = {};
  for (const [index, name] of names.entries()) {
    const value = args[index];
    if (value !== undefined) named[name] = value;
  }
  return named;
}

/** One notice for each argument that the method does not list. */
export function checkExtraArguments(
  method: string,
  names: readonly string[],
  args: readonly Json[],
  list: FindingList,
): void {
  for (let index = names.length; index < args.length; index += 1) {
    list.enterOpen(index);
    list.add('info', 'extra-argument', () => surplusParams(method, names, index, args[index] ?? null));
    list.leaveOpen();
  }
}

function surplusParams(method: string, names: readonly string[], index: number, value: Json): FindingParams {
  const signature = `${method}(${formatList(names)})`;
  if (index === names.length && isSdkOptions(value)) {
    const keys = Object.keys(value);
    return keys.length > 0 ? { reason: 'sdk-options', signature, keys } : { reason: 'sdk-options-empty', signature };
  }
  return { reason: 'extra-argument', found: toFoundParams(value), signature, position: index + 1 };
}

function isSdkOptions(value: Json): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).every((key) => sdkOptions.has(key));
}
