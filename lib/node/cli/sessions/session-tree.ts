import { escapeForTerminalLine } from '#core/quoting/terminal-text';
import { formatSeconds, sessionEndingText } from '#core/report/reported-sessions';
import { pluralize } from '#core/telemetry/wording';
import { sessionName } from '#core/user-sessions/session-finding';
import { growSessionTrees, type SessionNode } from '#core/user-sessions/session-outline';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import { findMax } from '#core/util/extremes';
import type { Paint } from '../validate/painter';

const BAR_WIDTH = 24;

/** Formats the sessions of one origin as trees with time bars. The lines are safe for terminals. */
export function formatSessionTrees(summaries: readonly SessionSummary[], paint: Paint): readonly string[] {
  const [first] = summaries;
  if (first === undefined) return [];
  const { did, channel, producer } = first.origin;
  const names = [`did ${did || '(none)'}`, `channel ${channel || '(none)'}`, `producer ${producer || '(none)'}`];
  const rows = growSessionTrees(summaries).flatMap((app) => treeRows(app, app.summary, '', ''));
  const width = findMax(rows.map(({ title }) => title.length));
  return [
    paint(escapeForTerminalLine(names.join(', ')), 'bold'),
    ...rows.map(({ title, bar, numbers }) => `  ${escapeForTerminalLine(title.padEnd(width))}  ${bar}  ${numbers}`),
    '',
  ];
}

interface TreeRow {
  readonly title: string;
  readonly bar: string;
  readonly numbers: string;
}

function treeRows(
  { summary, inner }: SessionNode,
  app: SessionSummary,
  lead: string,
  rest: string,
): readonly TreeRow[] {
  const title = `${lead}${sessionName(summary)}`;
  const rows = inner.flatMap((node, at) => {
    const isLast = at === inner.length - 1;
    return treeRows(node, app, `${rest}${isLast ? '└ ' : '├ '}`, `${rest}${isLast ? '  ' : '│ '}`);
  });
  return [{ title, bar: timeBar(summary, app), numbers: numbersText(summary) }, ...rows];
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
