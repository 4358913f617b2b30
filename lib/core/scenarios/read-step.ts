import { isJsonObject, type Json } from '#core/json/json';
import { readJson } from '#core/json/json-reader';
import { ISSUE_SENTENCES } from '#core/util/issue-sentences';
import { type MessageText, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { type Step, stepSchema, toStepFault } from './scenario';

/**
 * The step with one part of it typed again, as text or as JSON.
 * Fails with what is wrong, in a sentence.
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
  return fail(issue ? toStepFault(issue) : message('scenarios.fault.unreadable'));
}

function withPart(holder: unknown, [name, ...rest]: readonly string[], value: Json): unknown {
  if (name === undefined) return value;
  const object = isJsonObject(holder) ? holder : {};
  return { ...object, [name]: withPart(object[name], rest, value) };
}
