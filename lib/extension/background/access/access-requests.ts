import type { ActingFailure } from '#core/identity/failure';
import type { KeyValueStorage } from '#core/identity/stored-value';
import { createMutex } from '#core/util/mutex';
import type { Result } from '#core/util/result';
import * as z from '#core/util/zod';
import {
  type AccessIntent,
  type AccessOutcome,
  type AccessRequest,
  accessOutcomeSchema,
  accessRequestSchema,
} from '#extension/protocol/access-protocol';

/** How long a request waits for the user's decision in the permission prompt. */
const ACCESS_REQUEST_EXPIRY_MS = 2 * 60_000;

export interface AccessDeps {
  /** Memory storage: it outlives the service worker, not the browser. */
  readonly storage: KeyValueStorage;
  readonly now: () => number;
  readonly hasAccess: (origins: readonly string[]) => Promise<boolean>;
  /** Watches the site of a match pattern. */
  readonly watch: (pattern: string) => Promise<void>;
  readonly startActing: (intent: AccessIntent & { readonly type: 'act' }) => Promise<Result<null, ActingFailure>>;
}

export interface AccessRequests {
  readonly begin: (request: AccessRequest) => Promise<void>;
  readonly forget: () => Promise<void>;
  readonly take: () => Promise<AccessOutcome | null>;
  /** Call when the user has granted access to hosts. */
  readonly finish: () => Promise<void>;
}

/**
 * Finishes an action of the popup after the permission prompt has closed the popup.
 * All state is in the storage.
 */
export function createAccessRequests(deps: AccessDeps): AccessRequests {
  const runExclusive = createMutex();
  const read = async (): Promise<StoredRequest | null> => parseStoredRequest(await deps.storage.get(KEY));
  const write = (pending: StoredRequest | null): Promise<void> => deps.storage.set(KEY, pending);

  async function perform(request: AccessRequest): Promise<AccessOutcome> {
    const { intent } = request;
    if (intent.type === 'watch') await deps.watch(intent.pattern);
    if (intent.type !== 'act') return { status: 'done', request };
    const started = await deps.startActing(intent);
    return started.ok ? { status: 'done', request } : { status: 'failed', request, failure: started.failure };
  }

  async function finishNow(): Promise<StoredRequest | null> {
    const pending = await read();
    if (pending === null || pending.outcome !== null) return pending;
    if (!(await deps.hasAccess(pending.request.origins))) return pending;
    const { request } = pending;
    const outcome = isExpired(pending) ? ({ status: 'expired', request } as const) : await perform(request);
    const finished = { ...pending, outcome };
    await write(finished);
    return finished;
  }

  /** Whether a request has expired. A clock that was set back expires requests, too. */
  const isExpired = ({ askedAt }: StoredRequest): boolean => {
    const age = deps.now() - askedAt;
    return age < 0 || age > ACCESS_REQUEST_EXPIRY_MS;
  };

  async function claimCompleted(): Promise<AccessOutcome | null> {
    const pending = await finishNow();
    if (pending === null) return null;
    const isFinished = pending.outcome !== null || isExpired(pending);
    // The prompt may still be open. The popup gets `not-granted` once, and the action still runs if the user allows it.
    await write(isFinished ? null : { ...pending, isReported: true });
    if (pending.outcome !== null) return pending.outcome;
    return isFinished || pending.isReported ? null : { status: 'not-granted', request: pending.request };
  }

  return {
    begin: (request) =>
      runExclusive(async () => {
        // With access, the browser shows no prompt, and the popup continues by itself.
        if (await deps.hasAccess(request.origins)) return write(null);
        await write({ request, askedAt: deps.now(), isReported: false, outcome: null });
        await finishNow();
      }),
    forget: () => runExclusive(() => write(null)),
    take: () => runExclusive(claimCompleted),
    finish: () => runExclusive(async () => void (await finishNow())),
  };
}

const KEY = 'accessRequest';

const storedRequestSchema = z.object({
  request: accessRequestSchema,
  askedAt: z.number(),
  /** Whether the popup has got the outcome `not-granted`. */
  isReported: z.boolean(),
  outcome: z.nullable(accessOutcomeSchema),
});
type StoredRequest = Readonly<z.infer<typeof storedRequestSchema>>;

function parseStoredRequest(stored: unknown): StoredRequest | null {
  const parsed = storedRequestSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}
