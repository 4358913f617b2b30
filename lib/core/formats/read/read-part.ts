import { MAX_FILE_DEPTH } from '#core/json/file-depth';
import type { Json } from '#core/json/json';
import type { JsonPart } from '#core/json/json-stream';
import { readJson } from '#core/json/read-json';
import { type Message, message } from '#core/util/message';
import { fail, type Result } from '#core/util/result';

/** The JSON of a part; fails with the place in the whole file and what is needed there. */
export function readPart({ text, line, column }: JsonPart): Result<Json, Message> {
  const read = readJson(text, MAX_FILE_DEPTH);
  if (read.ok) return read;
  const { failure } = read;
  const atColumn = failure.line === 1 ? column + failure.column - 1 : failure.column;
  return fail(
    message('form.jsonFault', {
      line: String(line + failure.line - 1),
      column: String(atColumn),
      message: failure.message,
    }),
  );
}
