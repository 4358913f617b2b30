import type { TelemetryRecord } from '../journey/record';
import { pathText } from '../json';
import type { Finding, RuleSet } from '../telemetry/findings';
import type { ArgumentNames } from './event-tree';

/** Where a finding's rule is written: `Definition, section 6, interact(data)`. */
export function findingSource(finding: Finding, record: Pick<TelemetryRecord, 'kind'>, namesOf: ArgumentNames): string {
  if (finding.ruleSet !== 'definition') return otherSources[finding.ruleSet];
  if (!record.kind) return 'Definition';
  return `Definition, section 6, ${record.kind}(${namesOf(record.kind).join(', ')})`;
}

const otherSources: Readonly<Record<Exclude<RuleSet, 'definition'>, string>> = {
  envelope: 'Envelope of an event as it travels',
  session: 'The test entity in use, as the popup shows it',
  privacy: 'Telemetry carries no secrets',
};

/** What a finding says where its closed list stands beside it: the list is not said twice. */
export function shortMessage({ message, allowed }: Finding): string {
  if (!allowed) return message;
  const list = allowed.join(', ');
  return message.replace(` The list: ${list}.`, '').replace(`: ${list}.`, '.').replace(`, ${list}.`, '.');
}

/** The place of a finding as people read it: `data.type`, `argument 2`, `the whole call`. */
export function findingPlace({ path, ruleSet }: Pick<Finding, 'path' | 'ruleSet'>): string {
  const [first, ...rest] = path;
  if (first === undefined) return ruleSet === 'envelope' ? 'the whole event' : 'the whole call';
  if (typeof first === 'number' && ruleSet === 'definition') return pathText([`argument ${first + 1}`, ...rest]);
  return pathText(path);
}
