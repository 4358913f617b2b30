import { type Json, type JsonObject, valueAt } from '#core/json/json';
import { compiledOf } from './compiled';
import type { Finding } from './findings';
import { type EventKind, eventKinds } from './kinds';
import { checkWireArguments } from './validate-event';
import { readWireArguments } from './wire-format';

const dataChecks = new Map<EventKind, (event: JsonObject) => readonly Finding[]>();
const kindsByEid = new Map<Json | undefined, EventKind>(eventKinds.map((kind) => [kind.toUpperCase(), kind]));

/** Returns the kind of an event, or `undefined` if its `eid` isn't a V3 kind. */
export function kindOfEvent(event: JsonObject): EventKind | undefined {
  return kindsByEid.get(event.eid);
}

/** Returns the findings of `definitionRules`. The event must come from `JSON.parse`. */
export function checkData(kind: EventKind, event: JsonObject): readonly Finding[] {
  let check = dataChecks.get(kind);
  if (check === undefined) {
    check = compileData(kind);
    dataChecks.set(kind, check);
  }
  return check(event);
}

/** Compiles the check of a kind, with a fast path for kinds whose arguments are one part of the event. */
function compileData(kind: EventKind): (event: JsonObject) => readonly Finding[] {
  const compiled = compiledOf(kind);
  const { mappings } = compiled;
  const [argument, ...fields] = mappings.length === 1 ? (mappings[0]?.argument ?? []) : [];
  const part = mappings[0]?.event ?? [];
  if (argument === undefined || fields.length > 0) {
    return (event) => checkWireArguments(compiled, readWireArguments(mappings, event));
  }
  return (event) => {
    const value = valueAt(event, part);
    return checkWireArguments(compiled, { args: value === undefined ? {} : { [argument]: value }, mappings });
  };
}
