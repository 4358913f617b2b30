import { isJsonObject, type Json } from '#core/json/json';
import { readJson } from '#core/json/json-reader';
import { ISSUE_SENTENCES } from '#core/util/issue-sentences';
import { type MessageText, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { type Step, stepSchema, toStepProblem } from './scenario';

/**
 * Returns a step with one part replaced by entered text or JSON.
 * Fails with a message if the text is invalid.
 */
export function readStep(
  step: Step,
  part: string,
  text: string,
  form: 'text' | 'json' = 'text',
): Result<Step, MessageText> {
  const value = form === 'json' ? readJson(text) : succeed<Json>(text);
  if (!value.ok) return fail(value.failure.message);
  const parsed = stepSchema.safeParse(withPart(step, part.split('.'), value.value), ISSUE_SENTENCES);
  if (parsed.success) return succeed(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(issue ? toStepProblem(issue) : message('scenarios.fault.unreadable'));
}

function withPart(parent: unknown, [name, ...rest]: readonly string[], value: Json): unknown {
  if (name === undefined) return value;
  const object = isJsonObject(parent) ? parent : {};
  return { ...object, [name]: withPart(object[name], rest, value) };
}
