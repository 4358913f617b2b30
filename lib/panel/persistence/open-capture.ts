import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { isExpired, type KeepFor, type RetentionState } from './retention';
import { type CaptureStorage, keyOf, readCapture, readHead, type StoredCapture } from './stored-capture';

export interface OpeningDeps {
  readonly storage: CaptureStorage;
  readonly key: string;
  readonly browserSession: string;
  readonly keepFor: KeepFor;
  readonly now: () => number;
}

/**
 * Opens a stored capture; null if there is none. Fails if it is unreadable.
 * Deletes all expired captures, and an unreadable one.
 */
export async function openStoredCapture(deps: OpeningDeps): Promise<Result<StoredCapture | null, Message>> {
  const { storage, key, browserSession, keepFor, now } = deps;
  const heads = await storage.heads();
  const expired = expiredOf(heads, { keepFor, browserSession, now: now() });
  const ownHead = heads.find((value) => keyOf(value) === key);
  if (expired.length > 0) await storage.remove(expired);
  if (ownHead === undefined) return succeed(null);
  const head = readHead(ownHead);
  if (head === null) return fail(message('capture.storedUnreadable'));
  if (expired.includes(key)) return succeed(null);
  const capture = await readCapture(storage, head);
  if (capture !== null) return succeed(capture);
  await storage.remove([key]);
  return fail(message('capture.storedUnreadable'));
}

/** Returns the keys of expired and unreadable captures. */
function expiredOf(heads: readonly unknown[], moment: RetentionState): readonly string[] {
  return heads.flatMap((value) => {
    const head = readHead(value);
    return head === null || isExpired(head, moment) ? (keyOf(value) ?? []) : [];
  });
}

/** Deletes all captures that have expired. */
export async function deleteExpired(
  storage: Pick<CaptureStorage, 'heads' | 'remove'>,
  moment: RetentionState,
): Promise<void> {
  const expired = expiredOf(await storage.heads(), moment);
  if (expired.length > 0) await storage.remove(expired);
}
