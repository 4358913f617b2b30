import { isJsonObject, type Json, type JsonObject, valueAt } from '#core/json/json';
import { faultMessage, readJson } from '#core/json/json-reader';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { compiledOf } from './compiled';
import type { EventKind } from './kinds';
import { formatKey, formatList } from './wording';

/** Why a draft cannot be read as a call. */
export interface DraftFault {
  readonly message: Message;
  /** Offset in the text, in UTF-16 units. Absent if the text is valid JSON but no draft. */
  readonly offset?: number;
}

/** Name of the additional last argument of SDK methods. */
const OPTIONS = 'options';

/** Returns the sample of a kind as a draft: JSON text of an object keyed by argument name. */
export function sampleDraft(kind: EventKind): string {
  return JSON.stringify(compiledOf(kind).definition.sample, null, 2);
}

/** Copies a kind's sample. Its keys are argument names. */
export function copySample(kind: EventKind): JsonObject {
  return JSON.parse(JSON.stringify(compiledOf(kind).definition.sample));
}

/**
 * Returns a kind's sample as arguments of a call.
 * A new copy each time, because SDKs modify their arguments.
 */
export function sampleArguments(kind: EventKind): readonly Json[] {
  return toPositionalArguments(compiledOf(kind).argumentNames, copySample(kind));
}

/**
 * Parses a draft, an object keyed by argument name, into the arguments of a call.
 * `options` is the additional last argument of SDKs. Missing arguments before another argument become `null`.
 * Missing arguments at the end are omitted. The arguments need not be valid.
 */
export function parseDraft(kind: EventKind, text: string): Result<readonly Json[], DraftFault> {
  const parsed = readJson(text);
  if (!parsed.ok) return fail({ message: faultMessage(parsed.failure), offset: parsed.failure.offset });
  const names = compiledOf(kind).argumentNames;
  if (!isJsonObject(parsed.value))
    return fail({ message: message('compose.fault.notAnObject', { names: formatList(names) }) });
  const unknownKey = Object.keys(parsed.value).find((key) => key !== OPTIONS && !names.includes(key));
  if (unknownKey !== undefined) return fail({ message: unknownArgumentMessage(kind, names, unknownKey) });
  return succeed(toPositionalArguments([...names, OPTIONS], parsed.value));
}

function toPositionalArguments(names: readonly string[], draft: JsonObject): readonly Json[] {
  const values = names.map((name) => valueAt(draft, [name]));
  const last = values.findLastIndex((value) => value !== undefined);
  return values.slice(0, last + 1).map((value) => value ?? null);
}

function unknownArgumentMessage(kind: EventKind, names: readonly string[], key: string): Message {
  const signature = `${kind}(${formatList(names)})`;
  return message('compose.fault.notAnArgument', { key: formatKey(key), signature, last: names.at(-1) ?? '' });
}
