import { isJsonObject, type Json, type JsonObject, type JsonPath, valueAt } from '#core/json/json';
import { checkSurplus, nameArguments } from './arguments';
import { checkFields } from './check-fields';
import { type CompiledDefinition, compiledOf } from './compiled';
import { checkEnvelope } from './envelope';
import { FindingList } from './finding-list';
import { foundParams, notListed } from './finding-params';
import type { Finding, Verdict } from './findings';
import { type EventKind, eventKinds, isEventKind, kindOfEid } from './kinds';
import { argumentsOnWire, inEvent } from './wire-format';
import { quote } from './wording';

const eids = eventKinds.map((kind) => kind.toUpperCase());

/**
 * Checks a call of a telemetry method, arguments in order, against the V3 definitions (document, section 6).
 * Never throws, whatever the JSON; a method that is none of the 17 is `unknown`.
 */
export function validateCall(method: string, args: readonly Json[]): Verdict {
  if (!isEventKind(method)) return unknown({ ruleSet: 'definition', path: [], ...notAKind(method, eventKinds) });
  const compiled = compiledOf(method);
  const list = new FindingList('definition');
  checkArguments(compiled, nameArguments(compiled.argumentNames, args), list);
  checkSurplus(method, compiled.argumentNames, args, list);
  return judged(method, list.all());
}

/**
 * Checks an event as it travels: its envelope, and its `edata` against the definition of its kind. Paths are paths in
 * the event. Never throws, whatever the JSON; an `eid` that is none of the 17 is `unknown`.
 */
export function validateEvent(event: Json): Verdict {
  if (!isJsonObject(event)) return unknown({ ruleSet: 'envelope', path: [], ...notAnObject(event) });
  const eid = valueAt(event, ['eid']);
  if (typeof eid !== 'string') return unknown({ ruleSet: 'envelope', path: ['eid'], ...noEid(eid) });
  const kind = kindOfEid(eid);
  if (kind === null) return unknown({ ruleSet: 'envelope', path: ['eid'], ...notAKind(eid, eids) });
  const envelope = checkEnvelope(event);
  const definition = checkEdata(compiledOf(kind), event).filter((finding) => !isSaid(envelope, finding));
  return judged(kind, [...envelope, ...definition]);
}

function checkArguments(compiled: CompiledDefinition, args: JsonObject, list: FindingList): void {
  checkFields(compiled.fields, args, list);
  for (const rule of compiled.definition.rules ?? []) {
    const problem = rule.check(args);
    if (problem) list.addAt(rule.field.split('.'), problem);
  }
}

function checkEdata(compiled: CompiledDefinition, event: JsonObject): readonly Finding[] {
  const { args, places } = argumentsOnWire(compiled.places, event);
  const list = new FindingList('definition');
  checkArguments(compiled, args, list);
  return list.all().map((finding) => inEvent(finding, places));
}

/** One defect is said once: what the envelope finds wrong, the definition need not find wrong there or inside it again. */
function isSaid(envelope: readonly Finding[], finding: Finding): boolean {
  return envelope.some(({ severity, path }) => severity === 'error' && isAtOrAbove(path, finding.path));
}

function isAtOrAbove(upper: JsonPath, lower: JsonPath): boolean {
  return upper.every((step, index) => step === lower[index]);
}

function judged(kind: EventKind, findings: readonly Finding[]): Verdict {
  const isInvalid = findings.some((finding) => finding.severity === 'error');
  return { verdict: isInvalid ? 'invalid' : 'valid', kind, findings };
}

function unknown(finding: Omit<Finding, 'severity'>): Verdict {
  return { verdict: 'unknown', kind: null, findings: [{ severity: 'error', ...finding }] };
}

function notAKind(name: string, names: readonly string[]): Pick<Finding, 'code' | 'params'> {
  const params = notListed(name, names) ?? { reason: 'not-a-kind', value: quote(name), allowed: names };
  return { code: 'not-in-list', params };
}

function notAnObject(event: Json): Pick<Finding, 'code' | 'params'> {
  return { code: 'wrong-type', params: { reason: 'not-an-event', found: foundParams(event) } };
}

function noEid(eid: Json | undefined): Pick<Finding, 'code' | 'params'> {
  if (eid === undefined || eid === null) return { code: 'missing', params: { reason: 'eid-missing', allowed: eids } };
  return { code: 'wrong-type', params: { reason: 'eid-wrong-type', found: foundParams(eid), allowed: eids } };
}
