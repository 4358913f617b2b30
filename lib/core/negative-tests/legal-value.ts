import type { Json } from '#core/json/json';
import type { Field } from '#core/telemetry/fields';

/** A value that a field takes without remark, made of its definition alone. */
export function legalValue(field: Field): Json {
  const [listed] = field.choices ?? field.suggestedValues ?? field.examples;
  if (listed !== undefined) return listed;
  switch (field.type) {
    case 'string':
    case 'any':
      return 'sample';
    case 'number':
    case 'integer':
      return Math.max(field.minimum ?? 0, field.recommendedMinimum ?? 0);
    case 'boolean':
      return true;
    case 'array':
      return field.item ? [legalValue(field.item)] : [];
    case 'object':
      return field.onePair
        ? { sample: 1 }
        : Object.fromEntries(field.children.map((child) => [child.name, legalValue(child)]));
  }
}

/** Other values that are as legal: what else the field may say, or that it may be absent. */
export function otherLegalValues(field: Field): readonly (Json | undefined)[] {
  const { choices, minimum, maximum, required, type } = field;
  if (type === 'object') return required ? [] : [undefined];
  const bounds = minimum !== null && maximum !== null ? [(minimum + maximum) / 2, minimum, maximum] : [];
  return [...(required ? [] : [undefined]), ...(choices ?? []), ...bounds, ...(type === 'array' ? [[]] : [])];
}
