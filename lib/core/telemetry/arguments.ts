import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import type { FindingList } from './finding-list';
import { toFoundParams } from './finding-params';
import type { FindingParams } from './findings';
import { formatList } from './wording';

/**
 * Keys of the SDK options, an additional last argument.
 * They are not in the definitions. They are sticky: later events have them, too.
 */
const sdkOptions: ReadonlySet<string> = new Set(['context', 'object', 'actor', 'tags', 'runningEnv', 'eventVer']);

/** Converts positional arguments to an object, by their names in the definition. */
export function nameArguments(names: readonly string[], args: readonly Json[]): JsonObject {
  const named: Record<string, Json> = {};
  for (const [index, name] of names.entries()) {
    const value = args[index];
    if (value !== undefined) named[name] = value;
  }
  return named;
}

/** Adds a notice for each argument that the method does not list. */
export function checkExtraArguments(
  method: string,
  names: readonly string[],
  args: readonly Json[],
  list: FindingList,
): void {
  for (let index = names.length; index < args.length; index += 1) {
    list.enterOpen(index);
    list.add('info', 'extra-argument', () => extraArgumentParams(method, names, index, args[index] ?? null));
    list.leaveOpen();
  }
}

function extraArgumentParams(method: string, names: readonly string[], index: number, value: Json): FindingParams {
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
