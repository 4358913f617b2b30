import { fieldsOf } from '#core/telemetry/compiled';
import { eventKinds } from '#core/telemetry/kinds';

let names: ReadonlySet<string> | null = null;

/** Whether a field of the `edata` of any kind has this name: then `pageid:` is `edata.pageid:`. */
export function isEdataField(name: string): boolean {
  names ??= new Set(
    eventKinds.flatMap((kind) => fieldsOf(kind).flatMap(({ children }) => children.map((field) => field.name))),
  );
  return names.has(name);
}
