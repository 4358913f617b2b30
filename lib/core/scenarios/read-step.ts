import { isJsonObject, type Json } from '#core/json/json';
import { readJson } from '#core/json/read-json';
import { asSentence } from '#core/util/as-sentence';
import { fail, type Result, succeed } from '#core/util/result';
import { i18n } from '#i18n';
import { type Step, stepSchema } from './scenario';

/** The step with one part of it typed anew, as text or as JSON; fails with what is wrong, in a sentence. */
export function readStep(step: Step, part: string, text: string, form: 'text' | 'json' = 'text'): Result<Step, string> {
  const value = form === 'json' ? readJson(text) : succeed<Json>(text);
  if (!value.ok) return fail(value.failure.message);
  const parsed = stepSchema.safeParse(withPart(step, part.split('.'), value.value));
  if (parsed.success) return succeed(parsed.data);
  return fail(asSentence(parsed.error.issues[0]?.message ?? i18n.t('scenarios.fault.unreadable')));
}

function withPart(holder: unknown, [name, ...rest]: readonly string[], value: Json): unknown {
  if (name === undefined) return value;
  const object = isJsonObject(holder) ? holder : {};
  return { ...object, [name]: withPart(object[name], rest, value) };
}
