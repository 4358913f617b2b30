import { i18n } from '#i18n';
import type { Json } from '../../json';
import { fail, type Result } from '../../result';
import { readJson } from '../../telemetry/read-json';
import { MAX_FILE_DEPTH } from './file-depth';
import type { JsonPart } from './json-stream';

/** The JSON of a part; fails with the place in the whole file and what is needed there. */
export function readPart({ text, line, column }: JsonPart): Result<Json, string> {
  const read = readJson(text, MAX_FILE_DEPTH);
  if (read.ok) return read;
  const { failure } = read;
  const atColumn = failure.line === 1 ? column + failure.column - 1 : failure.column;
  return fail(i18n.t('form.jsonFault', { line: line + failure.line - 1, column: atColumn, message: failure.message }));
}
