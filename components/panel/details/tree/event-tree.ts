import { useMemo } from 'preact/hooks';
import { severityTones } from '#components/kit/severity-tone.ts';
import type { Tone } from '#components/kit/tone.ts';
import { type ArgumentNames, capturedParts, findingPaths } from '#core/drafts/finding-path';
import { argumentNameAt } from '#core/drafts/named-arguments';
import { panelRules } from '#core/drafts/panel-rules';
import type { Truncation } from '#core/journey/record';
import { formatPath, type Json, type JsonPath } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Finding, SessionFindingCode } from '#core/telemetry/findings';
import { i18n } from '#i18n';

/** A message on a path of the tree. */
export interface NodeMessage {
  readonly tone: Tone;
  readonly text: string;
}

/** A captured event as one tree: the call by argument names, and the event as the SDK emitted it. */
export interface EventTree {
  /**
   * `{ event: …, call: … }`; a part that was not observed is absent.
   * A path in the tree starts with `call` or `event`.
   */
  readonly root: { readonly [part: string]: Json };
  /** Messages by path key. The message on a missing field is at the object that lacks the field. */
  readonly messages: ReadonlyMap<string, readonly NodeMessage[]>;
}

export function treeKey(path: JsonPath): string {
  return JSON.stringify(path);
}

export function createEventTree(record: JudgedRecord, namesOf: ArgumentNames): EventTree {
  const root = capturedParts(record, namesOf);
  const messages = new Map<string, NodeMessage[]>();
  const addMessage = (path: JsonPath, message: NodeMessage) => {
    const key = treeKey(deepestExistingPath(root, path));
    const messagesOfKey = messages.get(key);
    if (messagesOfKey) messagesOfKey.push(message);
    else messages.set(key, [message]);
  };
  for (const finding of record.findings)
    for (const path of findingPaths(record, finding, namesOf)) addMessage(path, findingMessage(finding));
  for (const { path, tone, text } of truncationMessages(record, namesOf)) addMessage(path, { tone, text });
  return { root, messages };
}

function findingMessage(finding: Finding): NodeMessage {
  return { tone: severityTones[finding.severity], text: shortText(finding) };
}

function shortText(finding: Finding): string {
  const field = formatPath(finding.path.slice(-1));
  const texts: Readonly<Record<Finding['code'], string>> = {
    missing: i18n.t('findingShort.missing', { field }),
    'wrong-type': i18n.t('nodeMessage.wrongType'),
    'not-in-list': i18n.t('findingShort.notInList'),
    'out-of-range': i18n.t('findingShort.outOfRange'),
    'unknown-field': i18n.t('findingShort.notInDefinition'),
    'extra-argument': i18n.t('findingShort.notInDefinition'),
    contradiction: i18n.t('findingShort.contradiction'),
    secret: i18n.t('findingShort.secret'),
    'wrong-unit': i18n.t('findingShort.wrongUnit'),
    'event-age': i18n.t('findingShort.eventAge'),
    placeholder: i18n.t('findingShort.placeholder'),
    'misplaced-value': i18n.t('findingShort.misplacedValue'),
    'empty-object': i18n.t('findingShort.emptyObject'),
    'json-as-text': i18n.t('findingShort.jsonAsText'),
    wrapped: i18n.t('findingShort.wrapped'),
    'earlier-version': i18n.t('findingShort.earlierVersion'),
    'personal-data': i18n.t('findingShort.personalData'),
    'rejected-body': i18n.t('findingShort.rejectedBody'),
    custom: String(finding.params.text),
    ...sessionTexts(),
  };
  return texts[finding.code];
}

function sessionTexts(): Readonly<Record<SessionFindingCode, string>> {
  const otherThanSession = i18n.t('findingShort.otherThanSession');
  return {
    'end-without-start': i18n.t('findingShort.noStart'),
    'start-twice': i18n.t('findingShort.startTwice'),
    'never-ended': i18n.t('findingShort.noEnd'),
    'end-differs': i18n.t('findingShort.unpaired'),
    'wrong-nesting': i18n.t('findingShort.nesting'),
    'duration-differs': otherThanSession,
    'summary-starttime': otherThanSession,
    'summary-endtime': otherThanSession,
    'summary-timespent': otherThanSession,
    'summary-pageviews': otherThanSession,
    'summary-interactions': otherThanSession,
    'session-split': i18n.t('findingShort.splitsSession'),
    'ets-against-calls': i18n.t('findingShort.againstCalls'),
    'page-not-impressed': i18n.t('findingShort.noImpression'),
  };
}

function truncationMessages(
  record: JudgedRecord,
  namesOf: ArgumentNames,
): readonly (NodeMessage & { path: JsonPath })[] {
  const names = record.call ? namesOf(record.call.method) : [];
  const toCallPath = (path: Truncation['path']): JsonPath => {
    const [first, ...rest] = path;
    return ['call', typeof first === 'number' ? argumentNameAt(names, first) : (first ?? ''), ...rest];
  };
  const callMessages =
    record.call?.truncations.map((truncation) => truncationMessage(toCallPath(truncation.path), truncation)) ?? [];
  const eventMessages =
    record.event?.truncations.map((truncation) => truncationMessage(['event', ...truncation.path], truncation)) ?? [];
  return [...callMessages, ...eventMessages];
}

function truncationMessage(path: JsonPath, truncation: Truncation): NodeMessage & { path: JsonPath } {
  return { path, tone: 'muted', text: truncationLabel(truncation.reason) };
}

/** Returns the longest start of the path that exists. */
export function deepestExistingPath(root: Json, path: JsonPath): JsonPath {
  const existingPath: (string | number)[] = [];
  let current: Json = root;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) break;
    current = (current as Record<string | number, Json>)[step] ?? null;
    existingPath.push(step);
  }
  return existingPath;
}

const truncationLabels = (): Readonly<Record<Truncation['reason'], string>> => ({
  undefined: 'undefined',
  function: i18n.t('truncation.function'),
  symbol: i18n.t('truncation.symbol'),
  bigint: i18n.t('truncation.bigint'),
  'not-a-number': i18n.t('truncation.notANumber'),
  getter: i18n.t('truncation.getter'),
  cycle: i18n.t('truncation.cycle'),
  'too-deep': i18n.t('truncation.tooDeep'),
  'too-long': i18n.t('truncation.tooLong'),
  'too-many': i18n.t('truncation.tooMany'),
  'memory-limit': i18n.t('truncation.memoryLimit'),
  'not-plain': i18n.t('truncation.notPlain'),
  unreadable: i18n.t('truncation.unreadable'),
});

function truncationLabel(reason: Truncation['reason']): string {
  return truncationLabels()[reason];
}

/**
 * Returns the tree of a captured event.
 * Recreates the tree for another record or language, because its messages are localized.
 */
export function useEventTree(record: JudgedRecord): EventTree {
  const { argumentNames } = panelRules;
  const language = i18n.t('language.tag');
  return useMemo(() => createEventTree(record, argumentNames), [record, argumentNames, language]);
}
