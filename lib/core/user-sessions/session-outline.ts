import { findLastIndexAtMost } from '#core/util/binary-search';
import { APP } from './open-sessions';
import { originKey, type SessionEvent } from './session-event';
import type { SessionSettings } from './session-settings';
import type { SessionSummary } from './user-session-summary';

/** A session with its inner sessions, in the order of their starts. */
export interface SessionNode {
  readonly summary: SessionSummary;
  readonly inner: readonly SessionNode[];
}

/** A gap between two events, in epoch milliseconds, which is not counted. A break also ends all sessions. */
export interface SessionPause {
  readonly type: 'idle' | 'break';
  readonly from: number;
  readonly to: number;
}

/**
 * Builds trees of sessions: app sessions with their inner sessions.
 *
 * @param summaries grouped by origin, in the order in which the sessions ended.
 */
export function buildSessionTrees(summaries: readonly SessionSummary[]): readonly SessionNode[] {
  const roots: MutableSessionNode[] = [];
  const outerNodes: MutableSessionNode[] = [];
  for (const summary of summaries.toReversed()) {
    while (outerNodes.length > 0 && !enclosesSession(outerNodes.at(-1)?.summary, summary)) outerNodes.pop();
    const node = { summary, inner: [] };
    (outerNodes.at(-1)?.inner ?? roots).push(node);
    outerNodes.push(node);
  }
  return roots.map(toDisplayOrder).reverse();
}

/** Lists sessions, each followed by its inner sessions. */
export function* listSessions(trees: readonly SessionNode[]): Generator<SessionSummary> {
  const nodes = trees.toReversed();
  for (let next = nodes.pop(); next !== undefined; next = nodes.pop()) {
    yield next.summary;
    for (const inner of next.inner.toReversed()) nodes.push(inner);
  }
}

interface MutableSessionNode extends SessionNode {
  readonly inner: MutableSessionNode[];
}

function toDisplayOrder(node: MutableSessionNode): SessionNode {
  // Not recursive because a million sessions may be nested.
  const nodes = [node];
  for (let next = nodes.pop(); next !== undefined; next = nodes.pop()) {
    next.inner.reverse();
    for (const inner of next.inner) nodes.push(inner);
  }
  return node;
}

function enclosesSession(outer: SessionSummary | undefined, inner: SessionSummary): boolean {
  return (
    outer !== undefined &&
    outer.depth < inner.depth &&
    outer.start <= inner.start &&
    inner.end <= outer.end &&
    originKey(outer.origin) === originKey(inner.origin)
  );
}

/** Returns the gaps that are not counted. Pass the events of one origin in the order of `ets`. */
export function findPauses(
  events: Iterable<Pick<SessionEvent, 'ets' | 'type'>>,
  { idleSeconds, breakSeconds }: SessionSettings,
): readonly SessionPause[] {
  const pauses: SessionPause[] = [];
  let from: number | null = null;
  for (const { ets: to, type } of events) {
    const seconds = from === null ? 0 : (to - from) / 1_000;
    const isBreak = seconds > breakSeconds && type?.toLowerCase() !== APP;
    if (from !== null && (isBreak || seconds > idleSeconds))
      pauses.push({ type: isBreak ? 'break' : 'idle', from, to });
    from = to;
  }
  return pauses;
}

/** Whether a row is an event of a session or an inner session. */
export function hasRow({ rows }: Pick<SessionSummary, 'rows'>, row: number): boolean {
  return findRun(rows, row) !== null;
}

/** Returns the events of a session and its inner sessions. */
export function filterByRows<Event extends Pick<SessionEvent, 'row'>>(
  events: readonly Event[],
  { rows }: Pick<SessionSummary, 'rows'>,
): readonly Event[] {
  // Nearly all events are in the run of the event before.
  let [first, last] = [0, -1];
  return events.filter(({ row }) => {
    if (row >= first && row <= last) return true;
    const run = findRun(rows, row);
    if (run !== null) [first, last] = run;
    return run !== null;
  });
}

function findRun(rows: SessionSummary['rows'], row: number): readonly [number, number] | null {
  const run = rows[findLastIndexAtMost(rows, row, ([from]) => from)];
  return run !== undefined && row <= run[1] ? run : null;
}

/** Returns a predicate: whether any of the sessions counts a row. */
export function createRowTest(summaries: readonly Pick<SessionSummary, 'rows'>[]): (row: number) => boolean {
  const runs = summaries.flatMap(({ rows }) => rows).sort(([one], [other]) => one - other);
  // Sessions overlap, so a run may end after the runs that follow it.
  let last = Number.NEGATIVE_INFINITY;
  const ends = runs.map(([, end]) => {
    last = Math.max(last, end);
    return last;
  });
  return (row) => (ends[findLastIndexAtMost(runs, row, ([from]) => from)] ?? Number.NEGATIVE_INFINITY) >= row;
}
