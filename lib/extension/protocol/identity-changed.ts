import { z } from '#core/util/zod';

/** Told to every open view when something changed; they ask for the state again. Carries nothing. */
export const IDENTITY_CHANGED = { type: 'identity-changed' } as const;
export const identityChangedSchema = z.object({ type: z.literal('identity-changed') });
