import type { TelemetryRecord } from '#core/journey/record';
import { isJsonArray, type Json } from '#core/json/json';
import { formatJavaScriptLiteral } from '#core/quoting/javascript-literal';
import { isEventKind } from '#core/telemetry/kinds';
import { isSdkGlobal } from '#core/telemetry/sdk-globals';
import { createRowWriter, defineExportFormat } from './export-format';
import { countStored, withLongValues } from './long-value-source';
import type { FilePieces, Writing } from './writing';

/** Writes SDK calls that emit the same events again, for the console of a page with the SDK. */
export function writeSdk(writing: Writing): FilePieces {
  const { records } = writing;
  return { count: Math.max(1, records.length + countStored(records)), texts: calls(writing) };
}

function* calls(writing: Writing): Generator<string> {
  for (const record of writing.records) {
    const restored = yield* withLongValues(record, writing.longValues);
    yield sdkCall(restored, writing);
  }
}

type CallWriting = Pick<Writing, 'redact' | 'argumentsOfEvent' | 'argumentNames'>;

/** Writes the SDK call of a record, or a comment that says why there is none. */
function sdkCall(record: TelemetryRecord, writing: CallWriting): string {
  const { kind, name, sdk, call } = record;
  const method = kind ?? call?.method ?? name;
  const args = argumentsOf(record, writing);
  if (args === null || !isEventKind(method)) {
    return `// ${formatJavaScriptLiteral(writing.redact(name))} is no V3 kind: there is no call of it.\n`;
  }
  const global = sdk?.global ?? DEFAULT_GLOBAL;
  if (!isSdkGlobal(global)) {
    return `// ${formatJavaScriptLiteral(writing.redact(global))} is not a name of an SDK: the ${method} is not written as a call.\n`;
  }
  const redacted = writing.redact(args);
  const texts = (isJsonArray(redacted) ? redacted : []).map((arg) => formatJavaScriptLiteral(arg));
  return `${global}.${method}(${texts.join(', ')});\n`;
}

/** Used where the SDK of an event is unknown, as in a file of events. */
const DEFAULT_GLOBAL = '$t';

/** Returns the arguments of the call, or arguments derived from the event. Returns `null` if both are unknown. */
function argumentsOf({ kind, call, event }: TelemetryRecord, writing: CallWriting): readonly Json[] | null {
  if (call) return call.args;
  if (kind === null || event === null) return null;
  const argumentsByName = writing.argumentsOfEvent(kind, event.json);
  return writing.argumentNames(kind).map((name) => argumentsByName[name] ?? null);
}

/** The format `sdk`: calls for the console of a page. */
export const sdkFormat = defineExportFormat({
  id: 'sdk',
  extension: 'js',
  mimeType: 'text/javascript',
  holdsRequests: false,
  write: writeSdk,
  createRecordWriter: (writing) => createRowWriter('', (record) => sdkCall(record, writing)),
});
