import { effect, untracked } from '@preact/signals';
import type { Stores } from '#components/panel/app/stores.ts';
import { openedCapturesStore } from '#components/panel/captures/capture-list.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { rulesSetting } from '#components/panel/event-list/judging/rules-setting.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import type { RowFacts } from '#core/query/search/search-index';
import { isRuleSetOn } from '#core/rules/rule-settings';
import { SESSION_RULE_SET } from '#core/telemetry/findings';
import { hasRow } from '#core/user-sessions/session-outline';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import { listedSessions } from './listed-sessions';

/** Audits the user sessions of the live list and of opened captures while their rule set is active. */
export function auditSessions(stores: Stores): void {
  const ruleSettings = stores.get(rulesSetting);
  const captures = stores.get(openedCapturesStore).all;
  const auditedLists = new WeakSet<EventList>();
  effect(() => {
    const isOn = isRuleSetOn(ruleSettings.value, SESSION_RULE_SET);
    for (const list of [stores.get(liveListStore), ...captures.value.map((capture) => capture.list)]) {
      if (!isOn && !auditedLists.has(list)) continue;
      auditedLists.add(list);
      untracked(() => list.get(listedSessions)).isAudited.value = isOn;
    }
  });
}

/** Returns facts for the filter: the numbers of a row's user sessions, or whether it has any. */
export function createSessionFacts(list: EventList, onChange: () => void): RowFacts {
  const listed = list.get(listedSessions);
  let byNumber: ReadonlyMap<string, SessionSummary> = new Map();
  /** `subscribe` calls back at once. Only later calls are changes. */
  let isFirst = true;
  const stop = listed.sessions.subscribe((sessions) => {
    byNumber = new Map(sessions.map(({ number, summary }) => [String(number), summary]));
    if (!isFirst) onChange();
    isFirst = false;
  });
  return {
    has({ row }, number) {
      if (number === null) return listed.isCounted(row);
      const summary = byNumber.get(number);
      return summary !== undefined && hasRow(summary, row);
    },
    whenReady: (callback) => void listed.whenRead().then(callback),
    stop,
  };
}
