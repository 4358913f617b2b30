import { SESSION_RULE_SET } from '#core/telemetry/findings';
import { auditEvents, auditOrigins, type SessionFinding } from '#core/user-sessions/session-audit';
import { originKey, type SessionEvent } from '#core/user-sessions/session-event';
import { DEFAULT_SESSION_SETTINGS, type SessionSettings } from '#core/user-sessions/session-settings';
import { compareEvents } from '#core/user-sessions/session-timeline';
import type { StreamChange, StreamFinding, StreamRule } from './stream-rule';

/**
 * Creates the rule that user sessions are sound: what the pipeline would count wrong, or not at all.
 * After a change, the events of its origin are audited again: that takes as long as they are many.
 *
 * @param read returns `null` for what no session counts.
 */
export function createUserSessionRule<Event extends { readonly row: number }>(
  read: (event: Event) => SessionEvent | null,
  settings: SessionSettings = DEFAULT_SESSION_SETTINGS,
): StreamRule<Event> {
  const events = new Map<number, SessionEvent>();
  const groups = new Map<string, Set<SessionEvent>>();
  const changed = new Set<string>();
  /** Findings by their keys, of each origin. */
  const found = new Map<string, ReadonlyMap<string, StreamFinding>>();
  let isEnded = false;

  const removeRow = (row: number): void => {
    const event = events.get(row);
    if (event === undefined) return;
    events.delete(row);
    const key = originKey(event.origin);
    changed.add(key);
    const group = groups.get(key);
    group?.delete(event);
    if (group?.size === 0) groups.delete(key);
  };
  const addEvent = (event: SessionEvent): void => {
    events.set(event.row, event);
    const key = originKey(event.origin);
    changed.add(key);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, new Set([event]));
    else group.add(event);
  };
  const settle = (): StreamChange => {
    const before = new Map<string, StreamFinding>();
    const now = new Map<string, StreamFinding>();
    const compare = (key: string, findings: readonly SessionFinding[]): void => {
      for (const [name, finding] of found.get(key) ?? []) before.set(name, finding);
      const own = new Map(findings.map(toStreamFinding).map((finding) => [finding.key, finding]));
      for (const [name, finding] of own) now.set(name, finding);
      if (own.size === 0) found.delete(key);
      else found.set(key, own);
    };
    for (const key of changed) {
      const group = [...(groups.get(key) ?? [])].sort(compareEvents);
      compare(key, auditEvents(group, settings, isEnded));
    }
    if (changed.size > 0) compare(ALL_ORIGINS, auditOrigins(events.values()));
    changed.clear();
    return {
      found: [...now.values()].filter((finding) => !isEqual(before.get(finding.key), finding)),
      withdrawn: [...before.keys()].filter((key) => !now.has(key)),
    };
  };

  return {
    id: SESSION_RULE_SET,
    add(added) {
      if (isEnded) for (const key of groups.keys()) changed.add(key);
      isEnded = false;
      for (const item of added) {
        removeRow(item.row);
        const event = read(item);
        if (event !== null) addEvent(event);
      }
      return settle();
    },
    remove(rows) {
      for (const row of rows) removeRow(row);
      return settle();
    },
    end() {
      isEnded = true;
      for (const key of groups.keys()) changed.add(key);
      return settle();
    },
  };
}

/** No key of an origin is empty. */
const ALL_ORIGINS = '';

function toStreamFinding(finding: SessionFinding): StreamFinding {
  // Two rules can find something in one row, but each of them once.
  return { ruleSet: SESSION_RULE_SET, ...finding, key: `${finding.code} ${finding.rows[0]}` };
}

function isEqual(one: StreamFinding | undefined, other: StreamFinding): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}
