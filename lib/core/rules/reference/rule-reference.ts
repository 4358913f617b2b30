import { buildEvent } from '#core/drafts/post-body';
import { checkItem } from '#core/formats/input-items';
import { formatPath, type Json, type JsonObject } from '#core/json/json';
import { readJson } from '#core/json/json-reader';
import { applyEdits, type JsonEdit } from '#core/negative-tests/edit-json';
import { type EventFate, predictFate } from '#core/pipeline/event-fate';
import { defaultPipelineSettings } from '#core/pipeline/pipeline-settings';
import { DEFAULT_PIPELINE } from '#core/rules/ingestion/ingestion-profiles';
import { createSchemaCheck, type SchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { createUserSessionRule } from '#core/stream/user-session-rule';
import { excerptOfFault, rejectedBodyFinding } from '#core/telemetry/body/rejected-body';
import { compiledOf } from '#core/telemetry/compiled';
import { copySample, parseDraft } from '#core/telemetry/draft';
import { type Finding, SESSION_RULE_SET, type SessionFindingCode, sessionFindingCodes } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import { type SessionEvent, SessionEventReader } from '#core/user-sessions/session-event';
import { createEntityRules } from '../checks';
import { checkCall, checkEvent } from '../default-rule-sets';
import { receiptTimeOf } from '../receipt-time';
import { isDefaultRuleSet, ruleSetNames } from '../rule-set-names';
import { selectableRuleSets } from '../rule-sets';
import { isDocumented, type RuleId, ruleIdOf } from './rule-anchor';
import {
  type DocumentedRule,
  documentedRules,
  type ExampleValues,
  type RuleExample,
  type SessionStep,
  START_ETS,
} from './rule-catalog';

/** The example of a rule, prepared for display. */
export interface ExampleView {
  /** The checked subject: `interact(data)`, `INTERACT`, or an item of a file or batch. */
  readonly subject: string;
  readonly wrong: readonly ExampleValueView[];
  readonly right: readonly ExampleValueView[];
  /** The finding of the rule for the wrong example. */
  readonly finding: Finding;
  /** The JSON Schema of the example; `null` if the rule does not belong to a schema. */
  readonly schema: string | null;
}

/** A path and its value as JSON. `null` means that the path is unset. */
export interface ExampleValueView {
  /** Empty if the value is the whole item. */
  readonly path: string;
  readonly json: string | null;
}

/** A rule with its example checked. */
export interface RuleReferenceEntry extends Omit<DocumentedRule, 'example' | 'fate'> {
  readonly id: RuleId;
  readonly example: ExampleView | null;
  /** The fate of the wrong event in the default pipeline; `null` if there is no event. */
  readonly fate: EventFate | null;
}

/** The rules with the same code. */
export interface RuleReferenceGroup {
  readonly code: DocumentedRule['code'];
  readonly rules: readonly RuleReferenceEntry[];
}

/** The entity that is active in the examples. */
const ENTITY = { userId: 'teacher-1' };

/**
 * Creates the reference of all rules, grouped by code, in the order of the catalog.
 * The rules themselves check each example, so that its finding equals that of the panel and the command line.
 */
export function createRuleReference(): readonly RuleReferenceGroup[] {
  const groups = new Map<DocumentedRule['code'], RuleReferenceEntry[]>();
  for (const id of listRuleIds()) {
    const { example, fate, ...rule } = documentedRules[id];
    const entries = groups.get(rule.code) ?? [];
    groups.set(rule.code, entries);
    const predictedFate = fate === undefined ? example && predictExampleFate(example) : { ...fate, effects: [] };
    entries.push({ ...rule, id, example: example && toExampleView(id, example), fate: predictedFate });
  }
  return [...groups].map(([code, rules]) => ({ code, rules }));
}

/** Whether a rule is about user sessions. Its texts include the consequence in reports. */
export function isSessionRule(id: RuleId): id is RuleId & SessionFindingCode {
  return sessionFindingCodes.some((code) => code === id);
}

/** Returns the documented rules, in the order of the catalog. */
export function listRuleIds(): readonly RuleId[] {
  const isRule = (key: string): key is RuleId => Object.hasOwn(documentedRules, key);
  return Object.keys(documentedRules).filter(isRule);
}

/** Returns the findings of all rule sets in the wrong or the right example. */
export function checkExample(example: RuleExample, side: 'wrong' | 'right'): readonly Finding[] {
  switch (example.subject) {
    case 'call':
      return checkCall(example.kind, createArguments(example.kind, example[side])).findings;
    case 'event':
      return checkEventByAllRuleSets(createExampleEvent(example.kind, example[side]));
    case 'schema': {
      const schemaFindings = side === 'wrong' ? [example.finding] : [];
      return [...schemaFindings, ...checkEventByAllRuleSets(createExampleEvent(example.kind, example[side]))];
    }
    case 'session':
      return auditExample(example[side]);
    case 'body':
      return checkBody(example[side]);
    case 'batch-item':
      return checkEventByAllRuleSets(example[side]);
    case 'file-item':
      return checkItem(example[side]).findings;
  }
}

function auditExample(steps: readonly SessionStep[]): readonly Finding[] {
  const reader = new SessionEventReader();
  const rule = createUserSessionRule((event: SessionEvent) => event);
  const events = steps.flatMap(([seconds, eid, edata, context = {}], index) => {
    const eventContext = { did: 'd1', channel: 'learn.example.org', pdata: { id: 'learn.portal' }, ...context };
    const event = reader.read({ eid, ets: START_ETS + seconds * 1_000, context: eventContext, edata }, index + 1);
    return event?.ok ? [event.value] : [];
  });
  const findings = [...rule.add(events).found, ...rule.end().found];
  return findings.filter((finding) => finding.ruleSet === SESSION_RULE_SET);
}

function checkBody(text: string): readonly Finding[] {
  const read = readJson(text);
  if (read.ok) return [];
  const { line, column } = read.failure;
  return [rejectedBodyFinding({ reason: 'not-json', line, column, excerpt: excerptOfFault(text) })];
}

function checkEventByAllRuleSets(json: Json): readonly Finding[] {
  const subject = { type: 'event', json } as const;
  const optionalNames = ruleSetNames.filter((name) => !isDefaultRuleSet(name));
  const otherRuleSets = [createEntityRules(ENTITY), ...optionalNames.map((name) => selectableRuleSets[name])];
  return [...checkEvent(json).findings, ...otherRuleSets.flatMap((ruleSet) => ruleSet.check(subject))];
}

function toExampleView(id: RuleId, example: RuleExample): ExampleView | null {
  const finding = checkExample(example, 'wrong').find(({ params: { reason } }) => {
    return isDocumented(reason) && ruleIdOf(reason) === id;
  });
  if (finding === undefined) return null;
  if (example.subject === 'session') {
    const { subject } = example;
    return { subject, wrong: showSteps(example.wrong), right: showSteps(example.right), finding, schema: null };
  }
  if (!('kind' in example)) {
    const isText = example.subject === 'body';
    const showWhole = (item: Json) => [{ path: '', json: isText ? String(item) : JSON.stringify(item) }];
    return {
      subject: example.subject,
      wrong: showWhole(example.wrong),
      right: showWhole(example.right),
      finding,
      schema: null,
    };
  }
  const names = compiledOf(example.kind).argumentNames;
  const signature = `${example.kind}(${names.join(', ')})`;
  return {
    subject: example.subject === 'call' ? signature : example.kind.toUpperCase(),
    wrong: showValues(example.wrong, names.length + 1),
    right: showValues(example.right, names.length + 1),
    finding,
    schema: example.subject === 'schema' ? JSON.stringify(example.schema) : null,
  };
}

/** Formats the events of a session, such as `+60 s END`, with their data. */
function showSteps(steps: readonly SessionStep[]): readonly ExampleValueView[] {
  return steps.map(([seconds, eid, edata, context]) => ({
    path: `+${seconds} s ${eid}`,
    json: JSON.stringify(context === undefined ? edata : { context, edata }),
  }));
}

const PIPELINE = defaultPipelineSettings[DEFAULT_PIPELINE];
const checkByPipeline = createSchemaCheck(DEFAULT_PIPELINE);

/**
 * Predicts the fate of the wrong event.
 * Ignores findings and effects that the right event has, too, as for kinds that are never accepted.
 */
function predictExampleFate(example: RuleExample): EventFate | null {
  const [wrong, right] = [buildExampleEvent(example, 'wrong'), buildExampleEvent(example, 'right')];
  if (wrong === null || right === null) return null;
  const shared = checkByPipeline(right);
  const isShared = ({ code, path }: Finding) =>
    shared.some((finding) => finding.code === code && formatPath(finding.path) === formatPath(path));
  const check: SchemaCheck = (event) => checkByPipeline(event).filter((finding) => !isShared(finding));
  const fateOf = (event: JsonObject): EventFate =>
    predictFate(event, { settings: PIPELINE, check, receivedAt: receiptTimeOf(event) ?? SAMPLE_STAMP.ets }).fate;
  const fate = fateOf(wrong);
  const sharedEffects = fateOf(right).effects.map(({ reason }) => reason);
  return { ...fate, effects: fate.effects.filter(({ reason }) => !sharedEffects.includes(reason)) };
}

/** Returns the event of an example as a page sends it, or `null` if there is none. */
function buildExampleEvent(example: RuleExample, side: 'wrong' | 'right'): JsonObject | null {
  if (!('kind' in example)) return null;
  const { kind, subject } = example;
  if (subject !== 'call') return createExampleEvent(kind, example[side]);
  const event = buildEvent({
    kind,
    args: createArguments(kind, example[side]),
    ids: SAMPLE_STAMP,
    hasManualCdata: false,
  });
  return applyEdits(event, editsOf(SITE));
}

/**
 * Returns the values for display.
 * SDK options have a position instead of a name, because they follow the named arguments.
 */
function showValues(values: ExampleValues, position: number): readonly ExampleValueView[] {
  return Object.entries(values).map(([path, value]) => ({
    path: path === 'options' ? `argument ${position}` : path,
    json: value === undefined ? null : JSON.stringify(value),
  }));
}

const SAMPLE_STAMP = { mid: 'SAMPLE:5f0c17f2', ets: 1_763_620_200_000, msgid: '5f0c17f2' };
const SITE = { 'context.channel': 'learn.example.org', 'context.env': 'player' };

/** Returns the arguments of the sample of a kind, changed by the given values. */
function createArguments(kind: EventKind, values: ExampleValues): readonly Json[] {
  const draft = parseDraft(kind, JSON.stringify(applyEdits(copySample(kind), editsOf(values))));
  return draft.ok ? draft.value : [];
}

/** Returns the event of the sample of a kind in wire format, changed by the given values. */
export function createExampleEvent(kind: EventKind, values: ExampleValues): JsonObject {
  const event = buildEvent({ kind, args: createArguments(kind, {}), ids: SAMPLE_STAMP, hasManualCdata: false });
  return applyEdits(event, [...editsOf(SITE), ...editsOf(values)]);
}

function editsOf(values: ExampleValues): readonly JsonEdit[] {
  return Object.entries(values).map(([path, value]): JsonEdit => [path.split('.'), value]);
}
