import { SESSION_RULE_SET } from '#core/telemetry/findings';
import { groupByOrigin } from '#core/user-sessions/event-order';
import { type FindingChange, findingKey } from '#core/user-sessions/finding-journal';
import { OriginAudit } from '#core/user-sessions/origin-audit';
import { RowEvents } from '#core/user-sessions/row-events';
import { isSameEvent, type SessionEvent } from '#core/user-sessions/session-event';
import { DEFAULT_SESSION_SETTINGS, type SessionSettings } from '#core/user-sessions/session-settings';
import { SessionSplits } from '#core/user-sessions/session-splits';
import type { StreamChange, StreamFinding, StreamRule } from './stream-rule';

/**
 * Creates the rule about user sessions.
 * The rule finds events that the pipeline would count incorrectly or not at all.
 * Adding an event takes constant time if it is the latest event of its origin.
 *
 * @param read returns `null` for an event that no session counts.
 */
export function createUserSessionRule<Event extends { readonly row: number }>(
  read: (event: Event) => SessionEvent | null,
  settings: SessionSettings = DEFAULT_SESSION_SETTINGS,
): StreamRule<Event> {
  const events = new RowEvents();
  const audits = new Map<string, OriginAudit>();
  const splits = new SessionSplits(events);
  const changedAudits = new Map<string, OriginAudit>();
  let isEnded = false;

  const touchAudit = (key: string): OriginAudit => {
    const audit = audits.get(key) ?? new OriginAudit(settings);
    audits.set(key, audit);
    changedAudits.set(key, audit);
    return audit;
  };
  const removeEvents = (removed: readonly SessionEvent[]): void => {
    for (const { row } of removed) events.delete(row);
    for (const event of removed) splits.remove(event);
    for (const [key, group] of groupByOrigin(removed)) touchAudit(key).remove(new Set(group));
  };
  const addEvents = (added: readonly SessionEvent[]): void => {
    for (const event of added) events.set(event.row, event);
    for (const event of added) splits.add(event);
    for (const [key, group] of groupByOrigin(added)) touchAudit(key).add(group);
  };
  const setEnded = (isEnd: boolean): void => {
    if (isEnded !== isEnd) for (const [key, audit] of audits) changedAudits.set(key, audit);
    isEnded = isEnd;
  };
  const takeChange = (): StreamChange => {
    const changes = [...changedAudits.values()].map((audit) => audit.takeChange(isEnded));
    for (const [key, audit] of changedAudits) if (audit.isEmpty) audits.delete(key);
    changedAudits.clear();
    return joinChanges([...changes, splits.takeChange()]);
  };

  return {
    id: SESSION_RULE_SET,
    add(added) {
      setEnded(false);
      const latestEvents = new Map(added.map((item) => [item.row, read(item)]));
      const changedEvents = [...latestEvents].filter(([row, event]) => !isSameEvent(events.get(row) ?? null, event));
      removeEvents(changedEvents.flatMap(([row]) => events.get(row) ?? []));
      addEvents(changedEvents.flatMap(([, event]) => event ?? []));
      return takeChange();
    },
    remove(rows) {
      removeEvents([...new Set(rows)].flatMap((row) => events.get(row) ?? []));
      return takeChange();
    },
    end() {
      setEnded(true);
      return takeChange();
    },
  };
}

function joinChanges(changes: readonly FindingChange[]): StreamChange {
  const found = changes.flatMap((change) =>
    change.found.map((finding): StreamFinding => ({ ...finding, key: findingKey(finding) })),
  );
  // A row may have moved from one origin to another.
  const keys = new Set(found.map(({ key }) => key));
  return { found, withdrawn: changes.flatMap(({ withdrawn }) => withdrawn.filter((key) => !keys.has(key))) };
}
