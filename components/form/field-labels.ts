import { defaultText, typeText } from '#components/i18n/definition-text.ts';
import type { Field } from '#core/telemetry/fields';
import { i18n } from '#i18n';

/** Summarizes a field's type: `string, required`, `number 0 to 1`, `one of 3, required`. */
export function formatFieldLine(field: Field): string {
  const type = field.allowedValues ? i18n.t('form.oneOf', { n: field.allowedValues.length }) : formatRangedType(field);
  const defaultJson = field.shownDefault ?? (field.defaultValue === undefined ? null : String(field.defaultValue));
  const parts = [
    type,
    field.required ? i18n.t('form.isRequired') : '',
    defaultJson === null ? '' : i18n.t('form.default', { value: defaultText(defaultJson) }),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function formatRangedType({ typeCode, minimum, maximum }: Field): string {
  const type = typeText(typeCode);
  if (minimum !== null && maximum !== null) return i18n.t('form.between', { type, from: minimum, to: maximum });
  if (minimum !== null) return i18n.t('form.from', { type, from: minimum });
  return maximum === null ? type : i18n.t('form.upTo', { type, to: maximum });
}

/** Returns the values to suggest for a field: the allowed values, the suggested values, or the examples. */
export function completionsOf(field: Field): readonly string[] {
  return field.allowedValues ?? field.suggestedValues ?? field.examples;
}
