import { escapeForTerminalLine } from '#core/quoting/terminal-text';
import { formatSeconds, sessionEndingText } from '#core/report/reported-sessions';
import { redactSecrets } from '#core/rules/checks';
import { pluralize } from '#core/telemetry/wording';
import { sessionName } from '#core/user-sessions/session-finding';
import { buildSessionTrees, type SessionNode } from '#core/user-sessions/session-outline';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import { findMax } from '#core/util/extremes';
import type { Paint } from '../validate/painter';

const BAR_WIDTH = 24;
/** Limit of the columns before the bars. Longer titles move the bar of their own line. */
const MAX_TITLE_WIDTH = 80;
/** Maximum number of indented levels. Deeper sessions are indented alike, because a million may be nested. */
const MAX_INDENTED_LEVELS = 16;

/** Formats the sessions of one origin as trees with time bars. The lines are safe for terminals. */
export function formatSessionTrees(summaries: readonly SessionSummary[], paint: Paint): readonly string[] {
  const [first] = summaries;
  if (first === undefined) return [];
  const { did, channel, producer } = first.origin;
  const names = [`did ${did || '(none)'}`, `channel ${channel || '(none)'}`, `producer ${producer || '(none)'}`];
  const rows = buildSessionTrees(summaries).flatMap((app) => [...treeRows(app)]);
  const width = Math.min(MAX_TITLE_WIDTH, findMax(rows.map(({ title }) => title.length)));
  return [
    paint(escapeForTerminalLine(redactSecrets(names.join(', '))), 'bold'),
    ...rows.map(({ title, bar, numbers }) => `  ${escapeForTerminalLine(title.padEnd(width))}  ${bar}  ${numbers}`),
    '',
  ];
}

interface TreeRow {
  readonly title: string;
  readonly bar: string;
  readonly numbers: string;
}

/**
 * Returns the rows of an app session and its inner sessions.
 * Not recursive because a million sessions may be nested.
 */
function* treeRows(app: SessionNode): Generator<TreeRow> {
  // `prefix` is for the row of a session, `innerPrefix` for the rows of its inner sessions.
  const stack = [{ node: app, prefix: '', innerPrefix: '', level: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, prefix, innerPrefix, level } = next;
    const { summary, inner } = node;
    const title = `${prefix}${redactSecrets(sessionName(summary))}`;
    yield { title, bar: timeBar(summary, app.summary), numbers: numbersText(summary) };
    const isLastLevel = level === MAX_INDENTED_LEVELS;
    for (const [index, child] of inner.toReversed().entries()) {
      const [branch, line] = index === 0 ? ['└ ', '  '] : ['├ ', '│ '];
      const prefixes = isLastLevel
        ? { prefix, innerPrefix }
        : { prefix: `${innerPrefix}${branch}`, innerPrefix: `${innerPrefix}${line}` };
      stack.push({ node: child, ...prefixes, level: isLastLevel ? level : level + 1 });
    }
  }
}

/** Formats the time of a session as a bar, relative to the app session that contains it. */
function timeBar({ start, end }: SessionSummary, app: SessionSummary): string {
  const length = Math.max(1, app.end - app.start);
  const columnOf = (ets: number) => Math.round(((ets - app.start) / length) * BAR_WIDTH);
  const from = Math.min(BAR_WIDTH - 1, columnOf(start));
  const to = Math.max(from + 1, columnOf(end));
  return `${'·'.repeat(from)}${'█'.repeat(to - from)}${'·'.repeat(BAR_WIDTH - to)}`;
}

function numbersText({
  timeSpent,
  timeDiff,
  eventsSummary,
  interactEventsCount,
  pages,
  endedBy,
}: SessionSummary): string {
  const events = Object.values(eventsSummary).reduce((sum, count) => sum + count, 0);
  const idle = timeDiff - timeSpent > 1 ? ` of ${formatSeconds(timeDiff)}` : '';
  return [
    `${formatSeconds(timeSpent)}${idle}`,
    pluralize(events, 'event'),
    pluralize(interactEventsCount, 'interaction'),
    pluralize(pages.length, 'page'),
    sessionEndingText(endedBy),
  ]
    .filter((part) => part !== '')
    .join(', ');
}
