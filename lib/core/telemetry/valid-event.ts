import type { Json, JsonObject } from '#core/json/json';
import { compiledOf } from './compiled';
import { envelopeFields } from './envelope';
import { compileFields } from './field-test';
import type { Finding } from './findings';
import { type EventKind, eventKinds } from './kinds';
import { checkWireArguments } from './validate-event';
import { argumentsOnWire } from './wire-format';

type EventTest = (event: JsonObject) => boolean;

let testEnvelope: EventTest | null = null;
const dataChecks = new Map<EventKind, (event: JsonObject) => readonly Finding[]>();
const NOTHING: readonly Finding[] = [];
const kindsByEid = new Map<Json | undefined, EventKind>(eventKinds.map((kind) => [kind.toUpperCase(), kind]));

/** Returns the kind of an event, or `undefined` if its `eid` names none. */
export function kindOfEvent(event: JsonObject): EventKind | undefined {
  return kindsByEid.get(event.eid);
}

/** Whether `envelopeRules` finds nothing. The event is one that `JSON.parse` made. */
export function hasValidEnvelope(event: JsonObject): boolean {
  testEnvelope ??= compileFields(envelopeFields());
  return testEnvelope(event);
}

/** Returns what `definitionRules` finds. The event is one that `JSON.parse` made. */
export function checkData(kind: EventKind, event: JsonObject): readonly Finding[] {
  let check = dataChecks.get(kind);
  if (check === undefined) {
    check = compileData(kind);
    dataChecks.set(kind, check);
  }
  return check(event);
}

/** Nearly every event is valid: the walk that says why one is not reads the same arguments. */
function compileData(kind: EventKind): (event: JsonObject) => readonly Finding[] {
  const compiled = compiledOf(kind);
  const { definition, fields, places } = compiled;
  const test = compileFields(fields);
  const { rules = [], onWire } = definition;
  return (event) => {
    const wire = onWire === undefined ? { args: dataOf(event), places } : argumentsOnWire(places, event);
    if (test(wire.args) && rules.every((rule) => rule.check(wire.args) === null)) return NOTHING;
    return checkWireArguments(compiled, wire);
  };
}

function dataOf({ edata }: JsonObject): JsonObject {
  return edata === undefined ? {} : { data: edata };
}
