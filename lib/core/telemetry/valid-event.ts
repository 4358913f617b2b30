import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { compiledOf } from './compiled';
import { envelopeFields } from './envelope';
import { compileFields } from './field-test';
import { type EventKind, eventKinds } from './kinds';
import { argumentsOnWire } from './wire-format';

type EventTest = (event: JsonObject) => boolean;

let testEnvelope: EventTest | null = null;
const dataTests = new Map<EventKind, EventTest>();
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

/** Whether `definitionRules` finds nothing. The event is one that `JSON.parse` made. */
export function hasValidData(kind: EventKind, event: JsonObject): boolean {
  let test = dataTests.get(kind);
  if (test === undefined) {
    test = compileData(kind);
    dataTests.set(kind, test);
  }
  return test(event);
}

function compileData(kind: EventKind): EventTest {
  const { definition, fields, places } = compiledOf(kind);
  const test = compileFields(fields);
  const { rules = [], onWire } = definition;
  return (event) => {
    const args = onWire === undefined ? { data: event.edata ?? null } : argumentsOnWire(places, event).args;
    if (!isJsonObject(args) || !test(args)) return false;
    for (const rule of rules) if (rule.check(args) !== null) return false;
    return true;
  };
}
