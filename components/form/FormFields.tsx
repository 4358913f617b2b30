import type { JsonPath } from '#core/json/json';
import { type JsonNode, nodeAt } from '#core/json/json-nodes';
import type { Field } from '#core/telemetry/fields';
import { FieldRow } from './FieldRow';
import type { FormPart } from './form-props';
import { UnknownFieldRow } from './UnknownFieldRow';
import { useFirstItems } from './use-first-items';

interface FormFieldsProps {
  readonly part: FormPart;
  readonly fields: readonly Field[];
  /** The object that holds them, or null if it is absent. */
  readonly node: JsonNode | null;
  readonly path: JsonPath;
}

/** The fields of an object: those that are set or required, the others on request, and what is not listed. */
export function FormFields({ part, fields, node, path }: FormFieldsProps) {
  const order = fields.map(({ name }) => name);
  const keys = node?.type === 'object' ? [...new Set(node.entries.map(({ key }) => key))] : [];
  const strays = useFirstItems(keys.filter((key) => !order.includes(key)));
  return (
    <>
      {fields.map((field) => {
        const there = nodeAt(node, [field.name]);
        if (!there && !field.required && !part.showsOptional) return null;
        const here = [...path, field.name];
        return <FieldRow key={field.name} part={part} field={field} path={here} node={there} order={order} />;
      })}
      {strays.items.map((key) => (
        <UnknownFieldRow key={`stray ${key}`} part={part} path={[...path, key]} node={nodeAt(node, [key])} />
      ))}
      {strays.more}
    </>
  );
}
