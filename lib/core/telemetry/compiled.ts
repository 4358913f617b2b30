import { catalog } from './catalog';
import type { EventDefinition } from './definition';
import { type Field, fieldsOfShape } from './fields';
import type { EventKind } from './kinds';
import { type ArgumentLayout, type ArgumentMapping, argumentLayoutOf, mappingsOf } from './wire-format';

/** A definition with derived data. */
export interface CompiledDefinition {
  readonly kind: EventKind;
  readonly definition: EventDefinition;
  readonly argumentNames: readonly string[];
  readonly fields: readonly Field[];
  readonly mappings: readonly ArgumentMapping[];
  /** Layout of the arguments in an event that has all of them. */
  readonly argumentLayout: ArgumentLayout;
}

const cache = new Map<EventKind, CompiledDefinition>();

/** Returns the compiled definition of a kind. Compiled on first use, so that the panel opens faster. */
export function compiledOf(kind: EventKind): CompiledDefinition {
  const cached = cache.get(kind);
  if (cached) return cached;
  const definition = catalog[kind];
  const fields = fieldsOfShape(definition.arguments);
  const mappings = mappingsOf(definition);
  const created = {
    kind,
    definition,
    argumentNames: Object.keys(definition.arguments),
    fields,
    mappings,
    argumentLayout: argumentLayoutOf(mappings),
  };
  cache.set(kind, created);
  return created;
}

/** Returns the fields of a kind's arguments, for a form or a table. */
export function fieldsOf(kind: EventKind): readonly Field[] {
  return compiledOf(kind).fields;
}
