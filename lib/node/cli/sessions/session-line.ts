import { redactSecrets } from '#core/rules/checks';
import { type SessionSummary, sessionToJson } from '#core/user-sessions/user-session-summary';

/** Limit of the cache. Sessions repeat a few strings, except for `did`. */
const MAX_CACHED_TEXTS = 10_000;

/** Strings without a secret. Searching each session again would take as long as writing it. */
const cleanTexts = new Set<string>();

/** Formats a session as a line of the JSON output, with secrets redacted. */
export function formatSessionLine(
  file: string,
  summary: SessionSummary,
  lines: readonly (readonly [number, number])[],
): string {
  const session = { file, ...sessionToJson(summary), lines };
  if (textsOf(summary).every(isClean)) return JSON.stringify(session);
  return JSON.stringify(redactSecrets(session));
}

function textsOf({ origin, type, mode, eventsSummary, pages }: SessionSummary): readonly string[] {
  const { did, channel, producer } = origin;
  const pageTexts = pages.flatMap((page) => [page.id ?? '', page.type ?? '', page.env]);
  return [did, channel, producer, type, mode, ...Object.keys(eventsSummary), ...pageTexts];
}

function isClean(text: string): boolean {
  if (cleanTexts.has(text)) return true;
  if (redactSecrets(text) !== text) return false;
  if (cleanTexts.size >= MAX_CACHED_TEXTS) cleanTexts.clear();
  cleanTexts.add(text);
  return true;
}
