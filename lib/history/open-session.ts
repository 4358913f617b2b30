import { fail, type Result, succeed } from '../result';
import { isExpired, type KeepFor } from './keep-for';
import { type KeptSession, keyOf, readHead, readRecords, type SessionStorage } from './kept-session';

export interface OpeningDeps {
  readonly storage: SessionStorage;
  readonly key: string;
  readonly browserSession: string;
  readonly keepFor: KeepFor;
  readonly now: () => number;
}

/**
 * What was kept of a session, or null where there is nothing. Deletes all sessions that have expired, and this one where
 * it cannot be read; then it fails with a sentence to show.
 */
export async function openSession(deps: OpeningDeps): Promise<Result<KeptSession | null, string>> {
  const { storage, key, browserSession, keepFor, now } = deps;
  const kept = await storage.heads();
  const moment = { keepFor, browserSession, now: now() };
  const expired = kept.flatMap((value) => {
    const head = readHead(value);
    return head === null || isExpired(head, moment) ? (keyOf(value) ?? []) : [];
  });
  const own = kept.find((value) => keyOf(value) === key);
  if (expired.length > 0) await storage.remove(expired);
  if (own === undefined) return succeed(null);
  const head = readHead(own);
  if (head === null) return fail(UNREADABLE);
  if (expired.includes(key)) return succeed(null);
  const records = readRecords(await storage.records(key));
  if (records.ok) return succeed({ head, records: records.value });
  await storage.remove([key]);
  return fail(UNREADABLE);
}

const UNREADABLE = 'The events that were kept of this tab cannot be read; they were deleted. New events are recorded.';

/** Settles with the work, or fails with the words given where it takes longer than a panel should wait. */
export function inTime<Value>(
  work: Promise<Result<Value, string>>,
  limit: { readonly milliseconds: number; readonly words: string; after(ms: number, call: () => void): () => void },
): Promise<Result<Value, string>> {
  return new Promise((resolve) => {
    const stop = limit.after(limit.milliseconds, () => resolve(fail(limit.words)));
    const settle = (result: Result<Value, string>): void => {
      stop();
      resolve(result);
    };
    work.then(settle, () => settle(fail(limit.words)));
  });
}
