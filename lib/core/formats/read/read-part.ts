import { MAX_FILE_DEPTH } from '#core/json/file-depth';
import type { Json } from '#core/json/json';
import type { JsonPart } from '#core/json/json-stream';
import { readJson } from '#core/json/read-json';
import { fail, type Result } from '#core/util/result';
import { i18n } from '#i18n';

/** The JSON of a part; fails with the place in the whole file and what is needed there. */
export function readPart({ text, line, column }: JsonPart): Result<Json, string> {
  const read = readJson(text, MAX_FILE_DEPTH);
  if (read.ok) return read;
  const { failure } = read;
  const atColumn = failure.line === 1 ? column + failure.column - 1 : failure.column;
  return fail(i18n.t('form.jsonFault', { line: line + failure.line - 1, column: atColumn, message: failure.message }));
}
