import { isAtOrBelow, isJsonObject, type Json, type JsonObject, valueAt } from '#core/json/json';
import { checkExtraArguments, nameArguments } from './arguments';
import { checkFields } from './check-fields';
import { type CompiledDefinition, compiledOf } from './compiled';
import { checkEnvelope } from './envelope';
import { nodeOfRuleSet, shareFinding } from './finding-cache';
import { FindingList } from './finding-list';
import { letterCaseParams, toFoundParams } from './finding-params';
import {
  type Finding,
  joinFindings,
  kindOfSubject,
  type RuleSet,
  type Subject,
  toVerdict,
  type Verdict,
} from './findings';
import { eventKinds, isEventKind, kindOfEid } from './kinds';
import { argumentLayoutOf, readWireArguments, type WireArguments } from './wire-format';
import { quoteText } from './wording';

const eids = eventKinds.map((kind) => kind.toUpperCase());

/** Rules of the V3 definitions for a call, and for the `edata` of an event (specification, section 6). */
export const definitionRules: RuleSet = {
  id: 'definition',
  check: (subject) => (subject.type === 'call' ? checkMethod(subject.method, subject.args) : checkEdata(subject.json)),
  join: (preceding, findings) => [...preceding, ...withoutReported(findings, preceding)],
};

/** Checks the fields around `edata` of an event on the wire. A call has no envelope. */
export const envelopeRules: RuleSet = {
  id: 'envelope',
  scope: 'events',
  check: (subject) => (subject.type === 'call' ? [] : checkWholeEvent(subject.json)),
};

/**
 * Returns the joint verdict of all rule sets.
 * It is `unknown` for a method or `eid` that isn't a V3 kind. Never throws, whatever the JSON.
 */
export function verdictOf(subject: Subject, ruleSets: readonly RuleSet[]): Verdict {
  let findings: readonly Finding[] = [];
  for (const ruleSet of ruleSets) findings = joinFindings(findings, ruleSet.check(subject), ruleSet);
  return toVerdict(kindOfSubject(subject), findings);
}

/** Validates a call of a telemetry method, given its arguments in order, by the V3 definitions. */
export function validateCall(method: string, args: readonly Json[]): Verdict {
  return verdictOf({ type: 'call', method, args }, [definitionRules]);
}

/**
 * Validates an event on the wire: its envelope, and its `edata` by the definition.
 * Paths are paths in the event.
 */
export function validateEvent(event: Json): Verdict {
  return verdictOf({ type: 'event', json: event }, [envelopeRules, definitionRules]);
}

function checkMethod(method: string, args: readonly Json[]): readonly Finding[] {
  if (!isEventKind(method))
    return [{ ruleSet: 'definition', severity: 'error', path: [], ...unknownKindViolation(method, eventKinds) }];
  const compiled = compiledOf(method);
  const list = new FindingList('definition');
  checkArguments(compiled, nameArguments(compiled.argumentNames, args), list);
  checkExtraArguments(method, compiled.argumentNames, args, list);
  return list.all();
}

function checkWholeEvent(event: Json): readonly Finding[] {
  const envelopeError = { ruleSet: 'envelope', severity: 'error' } as const;
  if (!isJsonObject(event)) return [{ ...envelopeError, path: [], ...notAnEventViolation(event) }];
  const eid = valueAt(event, ['eid']);
  if (typeof eid !== 'string') return [{ ...envelopeError, path: ['eid'], ...eidViolation(eid) }];
  if (kindOfEid(eid) === null) {
    const create = (): Finding => ({ ...envelopeError, path: ['eid'], ...unknownKindViolation(eid, eids) });
    return [shareFinding({ owner: eids, node: nodeOfRuleSet('envelope'), code: 'not-in-list', variant: eid }, create)];
  }
  return checkEnvelope(event);
}

function checkArguments(compiled: CompiledDefinition, args: JsonObject, list: FindingList): void {
  checkFields(compiled.fields, args, list);
  for (const rule of compiled.definition.rules ?? []) {
    const problem = rule.check(args);
    if (problem) list.addAt(rule.field.split('.'), problem);
  }
}

function checkEdata(event: Json): readonly Finding[] {
  const kind = kindOfSubject({ type: 'event', json: event });
  if (kind === null || !isJsonObject(event)) return [];
  const compiled = compiledOf(kind);
  return checkWireArguments(compiled, readWireArguments(compiled.mappings, event));
}

/** Validates arguments that were read from an event, by the definition. */
export function checkWireArguments(
  compiled: CompiledDefinition,
  { args, mappings }: WireArguments,
): readonly Finding[] {
  const isCommon =
    mappings === compiled.mappings ||
    (mappings.length === compiled.mappings.length &&
      mappings.every((mapping, index) => mapping === compiled.mappings[index]));
  const list = new FindingList('definition', isCommon ? compiled.argumentLayout : argumentLayoutOf(mappings));
  checkArguments(compiled, args, list);
  return list.all();
}

/**
 * Removes findings at or below a path that the envelope reports, so that one defect is reported once.
 */
function withoutReported(findings: readonly Finding[], preceding: readonly Finding[]): readonly Finding[] {
  return preceding.length === 0 ? findings : findings.filter((finding) => !isReported(preceding, finding));
}

function isReported(preceding: readonly Finding[], finding: Finding): boolean {
  return preceding.some(
    ({ ruleSet, severity, path }) => ruleSet === 'envelope' && severity === 'error' && isAtOrBelow(finding.path, path),
  );
}

function unknownKindViolation(name: string, names: readonly string[]): Pick<Finding, 'code' | 'params'> {
  const params = letterCaseParams(name, names) ?? { reason: 'not-a-kind', value: quoteText(name), allowed: names };
  return { code: 'not-in-list', params };
}

function notAnEventViolation(event: Json): Pick<Finding, 'code' | 'params'> {
  return { code: 'wrong-type', params: { reason: 'not-an-event', found: toFoundParams(event, 'object') } };
}

function eidViolation(eid: Json | undefined): Pick<Finding, 'code' | 'params'> {
  if (eid === undefined || eid === null) return { code: 'missing', params: { reason: 'eid-missing', allowed: eids } };
  return { code: 'wrong-type', params: { reason: 'eid-wrong-type', found: toFoundParams(eid), allowed: eids } };
}
