import { summarizeSession } from '#core/drafts/session-summary';
import { parseJson } from '#core/json/json';
import { setAtPath } from '#core/json/json-edits';
import type { JudgedRecord } from '#core/stream/judged-record';

/**
 * Fills a SUMMARY draft from the page's session.
 * Returns the unchanged text if it is not JSON; `null` if no event of the page was observed.
 */
export function fillFromSession(text: string, records: readonly JudgedRecord[]): string | null {
  const summary = summarizeSession(records);
  if (summary === null) return null;
  if (parseJson(text) === undefined) return text;
  return Object.entries(summary).reduce(
    (filled, [name, value]) => setAtPath(filled, ['data', 'edata', name], JSON.stringify(value, null, 2)),
    text,
  );
}
