import { summarizeSession } from '#core/drafts/session-summary';
import { parseJson } from '#core/json/json';
import { setAtPath } from '#core/json/json-edits';
import type { JudgedRecord } from '#core/stream/judged-record';

/**
 * The text of a SUMMARY draft with the fields that the page's session tells.
 * The text itself where it is no JSON; `null` if no event of the page was seen.
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
