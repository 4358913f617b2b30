import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { isExpired, type KeepFor, type RetentionState } from './retention';
import { type CaptureStorage, keyOf, parseCaptureMetadata, readCapture, type StoredCapture } from './stored-capture';

export interface OpeningDeps {
  readonly storage: CaptureStorage;
  readonly key: string;
  readonly browserSession: string;
  readonly keepFor: KeepFor;
  readonly now: () => number;
}

/**
 * Opens a stored capture. Returns `null` if there is none, and fails if it is unreadable.
 * Deletes all expired captures, and an unreadable one.
 */
export async function openStoredCapture(deps: OpeningDeps): Promise<Result<StoredCapture | null, Message>> {
  const { storage, key, browserSession, keepFor, now } = deps;
  const stored = await storage.metadata();
  const expired = findExpired(stored, { keepFor, browserSession, now: now() });
  const ownMetadata = stored.find((value) => keyOf(value) === key);
  if (expired.length > 0) await storage.remove(expired);
  if (ownMetadata === undefined) return succeed(null);
  const metadata = parseCaptureMetadata(ownMetadata);
  if (metadata === null) return fail(message('capture.storedUnreadable'));
  if (expired.includes(key)) return succeed(null);
  const capture = await readCapture(storage, metadata);
  if (capture !== null) return succeed(capture);
  await storage.remove([key]);
  return fail(message('capture.storedUnreadable'));
}

/** Returns the keys of expired and unreadable captures. */
function findExpired(stored: readonly unknown[], retention: RetentionState): readonly string[] {
  return stored.flatMap((value) => {
    const metadata = parseCaptureMetadata(value);
    return metadata === null || isExpired(metadata, retention) ? (keyOf(value) ?? []) : [];
  });
}

/** Deletes all captures that have expired. */
export async function deleteExpired(
  storage: Pick<CaptureStorage, 'metadata' | 'remove'>,
  retention: RetentionState,
): Promise<void> {
  const expired = findExpired(await storage.metadata(), retention);
  if (expired.length > 0) await storage.remove(expired);
}
