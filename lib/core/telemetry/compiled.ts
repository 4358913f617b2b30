import { catalog } from './catalog';
import type { EventDefinition } from './definition';
import { type Field, fieldsOfShape } from './fields';
import type { EventKind } from './kinds';
import { type Placement, placementOf, placesOf, type WirePlace } from './wire-format';

/** A definition with what is derived from it. */
export interface CompiledDefinition {
  readonly kind: EventKind;
  readonly definition: EventDefinition;
  readonly argumentNames: readonly string[];
  readonly fields: readonly Field[];
  readonly places: readonly WirePlace[];
  /** For an event with all arguments: the only placement if they are always at the same paths. */
  readonly placement: Placement;
}

const compiled = new Map<EventKind, CompiledDefinition>();

/** Derived once per kind, on first use: a panel that opens should not wait for all of them. */
export function compiledOf(kind: EventKind): CompiledDefinition {
  const known = compiled.get(kind);
  if (known) return known;
  const definition = catalog[kind];
  const fields = fieldsOfShape(definition.arguments);
  const places = placesOf(definition);
  const created = {
    kind,
    definition,
    argumentNames: Object.keys(definition.arguments),
    fields,
    places,
    placement: placementOf(places),
  };
  compiled.set(kind, created);
  return created;
}

/** The fields of a kind's arguments, for a form or a table. */
export function fieldsOf(kind: EventKind): readonly Field[] {
  return compiledOf(kind).fields;
}
