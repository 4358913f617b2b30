import type { TelemetryRecord } from '../../journey/record';
import { isJsonArray, isJsonObject, type Json } from '../../json';
import type { Pieces, Writing } from './writing';

/** Calls of the page's SDK that make the same events again: to be pasted into the console of a page that has it. */
export function writeSdk(writing: Writing): Pieces {
  return { count: Math.max(1, writing.records.length), texts: calls(writing) };
}

function* calls(writing: Writing): Generator<string> {
  for (const record of writing.records) yield callText(record, writing);
}

/** The SDKs' own name where the page's cannot be written as one. */
const USUAL_GLOBAL = '$t';
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

function callText(record: TelemetryRecord, writing: Writing): string {
  const { kind, name, sdk, call } = record;
  const method = kind ?? call?.method ?? name;
  const args = argumentsOf(record, writing);
  if (args === null || !IDENTIFIER.test(method))
    return `// ${oneLine(name)} is none of the 17 kinds: there is no call of it.\n`;
  const global = sdk && IDENTIFIER.test(sdk.global) ? sdk.global : USUAL_GLOBAL;
  const masked = writing.mask(args);
  const texts = (isJsonArray(masked) ? masked : []).map((arg) => literal(arg, ''));
  return `${global}.${method}(${texts.join(', ')});\n`;
}

/** The arguments in order: as they were called, or as the event tells them. Null where nobody knows. */
function argumentsOf({ kind, call, event }: TelemetryRecord, writing: Writing): readonly Json[] | null {
  if (call) return call.args;
  if (kind === null || event === null) return null;
  const named = writing.argumentsOfEvent(kind, event.json);
  return writing.argumentNames(kind).map((name) => named[name] ?? null);
}

/** JSON as JavaScript. Only `__proto__` means something else there: it would be the object's prototype. */
function literal(value: Json, indent: string): string {
  const inner = `${indent}  `;
  if (isJsonArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => inner + literal(item, inner)).join(',\n')}\n${indent}]`;
  }
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  return `{\n${entries.map(([key, item]) => `${inner}${keyText(key)}: ${literal(item, inner)}`).join(',\n')}\n${indent}}`;
}

function keyText(key: string): string {
  return key === '__proto__' ? '["__proto__"]' : JSON.stringify(key);
}

function oneLine(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, ' ');
}
