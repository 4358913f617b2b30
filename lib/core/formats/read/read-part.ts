import type { Json } from '#core/json/json';
import { MAX_FILE_DEPTH } from '#core/json/json-depth';
import { faultMessage, readJson } from '#core/json/json-reader';
import type { JsonPart } from '#core/json/json-stream';
import type { Message } from '#core/util/message';
import { fail, type Result } from '#core/util/result';

/** The JSON of a part; fails with the place in the whole file and what is needed there. */
export function readPart({ text, line, column }: JsonPart): Result<Json, Message> {
  const read = readJson(text, MAX_FILE_DEPTH);
  if (read.ok) return read;
  const { failure } = read;
  const atColumn = failure.line === 1 ? column + failure.column - 1 : failure.column;
  return fail(faultMessage({ line: line + failure.line - 1, column: atColumn, message: failure.message }));
}
