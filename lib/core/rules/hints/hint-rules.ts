import { isAtOrBelow, isJsonObject, type Json, type JsonObject, ownValue, stringAt } from '#core/json/json';
import { compiledOf } from '#core/telemetry/compiled';
import { type Finding, isOfDocument, type RuleSet } from '#core/telemetry/findings';
import { dataIndexOf, type EventKind, isEventKind, kindOfEid } from '#core/telemetry/kinds';
import { kindOfEvent } from '#core/telemetry/valid-event';
import { MIN_TIMESTAMP_MS } from '#core/util/epoch';
import { receiptTimeOf } from '../receipt-time';
import { findEtsHint } from './event-time';
import { HintList } from './hint-list';
import { addValueHints } from './value-hints';

/** Reports values that are probably mistakes. All are notices, except for causes of errors. */
export const hintRules: RuleSet = {
  id: 'hints',
  check: (subject) =>
    subject.type === 'call'
      ? checkCallHints(subject.method, subject.args)
      : checkEventHints(subject.json, subject.receivedAt ?? null),
  join: joinHints,
};

/**
 * Returns the hints about an event on the wire.
 *
 * @param receivedAt time of receipt in epoch milliseconds; `null` to use the time in the event, if any.
 */
export function checkEventHints(event: Json, receivedAt: number | null): readonly Finding[] {
  const list = new HintList('edata');
  if (!isJsonObject(event)) return list.findings;
  const kind = kindOfEvent(event);
  if (kind === undefined) addEarlierEid(stringAt(event, ['eid']), list);
  addEtsHint(event, receivedAt, list);
  for (const name in event) {
    const value = event[name] as Json;
    list.path.push(name);
    if (name !== 'edata' || kind === undefined || !addWrappedHint(kind, value, list)) addValueHints(value, name, list);
    list.path.pop();
  }
  return list.findings;
}

function addEtsHint(event: JsonObject, receivedAt: number | null, list: HintList): void {
  const hint = findEtsHint(ownValue(event, 'ets'), receivedAt ?? receiptTimeOf(event, MIN_TIMESTAMP_MS));
  if (hint === null) return;
  list.path.push('ets');
  list.add(hint);
  list.path.pop();
}

/** Returns hints about the arguments of a call that become part of the event. */
function checkCallHints(method: string, args: readonly Json[]): readonly Finding[] {
  if (!isEventKind(method)) return [];
  const { argumentNames, mappings } = compiledOf(method);
  const list = new HintList(argumentNames[dataIndexOf(method)] ?? '');
  for (const [index, name] of argumentNames.entries()) {
    const value = args[index];
    if (value === undefined || !mappings.some(({ argument }) => argument[0] === name)) continue;
    list.path.push(name);
    if (!addWrappedHint(method, value, list)) addValueHints(value, name, list);
    list.path.pop();
  }
  if (method === 'start') addConfigHint(args, list);
  return list.findings;
}

/** Adds a hint if the data was passed as the configuration, which SDKs expect before the data. */
function addConfigHint([config, , , data]: readonly Json[], list: HintList): void {
  if (hasType(data) || !hasType(config)) return;
  list.path.push('data');
  list.add({ reason: 'edata-as-config' });
  list.path.pop();
}

function hasType(value: Json | undefined): boolean {
  return isJsonObject(value) && ownValue(value, 'type') !== undefined;
}

/** Adds a hint if the data of an event is a whole event or has a nested `edata`. Returns whether it added one. */
function addWrappedHint(kind: EventKind, data: Json, list: HintList): boolean {
  if (!isJsonObject(data)) return false;
  const inner = ownValue(data, 'edata');
  if (!isJsonObject(inner)) return false;
  if (kindOfEid(stringAt(data, ['eid']) ?? '') !== null) {
    list.add({ reason: 'whole-event' });
    return true;
  }
  // The definition of some kinds itself has `edata` in `data`.
  const isDefined = compiledOf(kind).mappings.some(({ argument }) => argument[1] === 'edata');
  if (isDefined || Object.keys(data).length > 1) return false;
  list.add({ reason: 'nested-edata' });
  return true;
}

/** V2 names have a prefix for the producer: a content, the app, an editor, a portal, or a batch. */
const EARLIER_EID = /^(?:OE|GE|CE|CP|ME|BE)_([A-Z_]+)$/;
/** V2 names with another name in V3. */
const KIND_OF_EARLIER_NAME: Readonly<Record<string, EventKind>> = {
  ITEM_RESPONSE: 'response',
  NAVIGATE: 'impression',
  SESSION_START: 'start',
  SESSION_END: 'end',
};

function addEarlierEid(eid: string | null, list: HintList): void {
  const name = EARLIER_EID.exec(eid ?? '')?.[1];
  if (eid === null || name === undefined) return;
  const kind = Object.hasOwn(KIND_OF_EARLIER_NAME, name) ? KIND_OF_EARLIER_NAME[name] : kindOfEid(name);
  if (!kind) return;
  list.path.push('eid');
  list.add({ reason: 'earlier-eid', value: eid, nearest: kind.toUpperCase() });
  list.path.pop();
}

/**
 * Joins hints with other findings, so that each defect is reported once.
 * A cause replaces the errors that it causes. A hint is omitted if other findings, except unknown fields, are at or
 * below its path.
 */
function joinHints(findings: readonly Finding[], hints: readonly Finding[]): readonly Finding[] {
  const causes = hints.filter(({ severity }) => severity === 'error');
  const others = causes.length === 0 ? findings : findings.filter((finding) => !isCausedBy(causes, finding));
  const isReported = ({ severity, path }: Finding) =>
    severity !== 'error' && others.some((other) => other.code !== 'unknown-field' && isAtOrBelow(other.path, path));
  return [...others, ...hints.filter((hint) => !isReported(hint))];
}

function isCausedBy(causes: readonly Finding[], { ruleSet, path }: Finding): boolean {
  return isOfDocument(ruleSet) && causes.some((cause) => isAtOrBelow(path, cause.path));
}
