import { APP } from './open-sessions';
import { originKey, type SessionEvent } from './session-event';
import type { SessionSettings } from './session-settings';
import type { SessionSummary } from './user-session-summary';

/** A session with those in it, in the order of their starts. */
export interface SessionNode {
  readonly summary: SessionSummary;
  readonly inner: readonly SessionNode[];
}

/** Gap between two events, in epoch milliseconds. It counts as no time, and a break ends all sessions. */
export interface SessionPause {
  readonly type: 'idle' | 'break';
  readonly from: number;
  readonly to: number;
}

/**
 * Makes trees of sessions: app sessions with those in them.
 *
 * @param summaries of one origin after those of another, in the order in which sessions ended, as they are written.
 */
export function growSessionTrees(summaries: readonly SessionSummary[]): readonly SessionNode[] {
  const roots: GrowingNode[] = [];
  const around: GrowingNode[] = [];
  for (const summary of summaries.toReversed()) {
    while (around.length > 0 && !isAround(around.at(-1)?.summary, summary)) around.pop();
    const node = { summary, inner: [] };
    (around.at(-1)?.inner ?? roots).push(node);
    around.push(node);
  }
  return roots.map(toShownOrder).reverse();
}

/** Lists sessions with those in them behind them. */
export function* listSessions(trees: readonly SessionNode[]): Generator<SessionSummary> {
  const nodes = trees.toReversed();
  for (let next = nodes.pop(); next !== undefined; next = nodes.pop()) {
    yield next.summary;
    for (const inner of next.inner.toReversed()) nodes.push(inner);
  }
}

interface GrowingNode extends SessionNode {
  readonly inner: GrowingNode[];
}

function toShownOrder(node: GrowingNode): SessionNode {
  // A million sessions may lie in each other: no recursion.
  const nodes = [node];
  for (let next = nodes.pop(); next !== undefined; next = nodes.pop()) {
    next.inner.reverse();
    for (const inner of next.inner) nodes.push(inner);
  }
  return node;
}

function isAround(outer: SessionSummary | undefined, inner: SessionSummary): boolean {
  return (
    outer !== undefined &&
    outer.depth < inner.depth &&
    outer.start <= inner.start &&
    inner.end <= outer.end &&
    originKey(outer.origin) === originKey(inner.origin)
  );
}

/** Returns the gaps that count as no time. Events are those of one origin in the order of `ets`. */
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

/** Whether a row is an event of a session, or of one in it. */
export function hasRow({ rows }: Pick<SessionSummary, 'rows'>, row: number): boolean {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const [first = 0, last = 0] = rows[middle] ?? [];
    if (row < first) to = middle;
    else if (row > last) from = middle + 1;
    else return true;
  }
  return false;
}
