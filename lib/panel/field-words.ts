import type { Field } from '../telemetry/fields';

/** What a field has to be, in a line: `string, required`, `number 0 to 1`, `one of 3, required`. */
export function fieldLine(field: Field): string {
  const range = rangeText(field);
  const type = field.choices ? `one of ${field.choices.length}` : `${field.typeText}${range}`;
  const standard = field.defaultText ?? (field.defaultValue === undefined ? null : String(field.defaultValue));
  const parts = [type, field.required ? 'required' : '', standard === null ? '' : `default ${standard}`];
  return parts.filter((part) => part !== '').join(', ');
}

function rangeText({ minimum, maximum }: Field): string {
  if (minimum !== null && maximum !== null) return ` ${minimum} to ${maximum}`;
  if (minimum !== null) return ` from ${minimum}`;
  return maximum === null ? '' : ` up to ${maximum}`;
}

/** The values that a field knows by name, closed list or not; empty where any will do. */
export function fieldValues(field: Field): readonly string[] {
  return field.choices ?? field.usualChoices ?? field.examples;
}
