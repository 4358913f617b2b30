import * as z from '#core/util/zod';
import type { RpcService } from './rpc';

/** What the panel reads of the identities' state (`IdentityState`): who is logged in where, and until when. */
const actingStateSchema = z.object({
  environments: z.array(z.object({ id: z.string(), name: z.string(), registryUrl: z.string() })),
  currentEnvironmentId: z.string(),
  sessions: z.array(z.object({ id: z.string(), userId: z.string(), accessExpiresAt: z.number() })),
  activeIn: z.record(z.string(), z.string()),
});
export type ActingState = Readonly<z.infer<typeof actingStateSchema>>;

/** Apart from the other requests about identities: the panel loads no more of them at its start. */
export const actingStateService = {
  name: 'acting-state',
  methods: { read: { from: 'own-page', input: z.object({}), output: actingStateSchema } },
} as const satisfies RpcService;
