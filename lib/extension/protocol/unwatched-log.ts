import * as z from '#core/util/zod';
import type { UnwatchedLog } from '#core/wire/page-messages';
import type { RpcService } from './rpc';

/** Relays name documents in 16 characters. */
const MAX_KEY_CHARACTERS = 100;

/** The texts are read by `readReport`. */
const unwatchedLogSchema: z.ZodMiniType<UnwatchedLog> = z.object({
  documentKey: z.string().check(z.maxLength(MAX_KEY_CHARACTERS)),
  isTop: z.boolean(),
  next: z.int(),
  heldFrom: z.int(),
  observations: z.array(z.object({ seq: z.int(), text: z.string() })),
  unloaded: z.boolean(),
});

/** Relays call it while no panel is open, for the badge and for a panel that opens later. */
export const unwatchedLogService = {
  name: 'unwatched-log',
  methods: {
    /** The output is the number from which on the log is wanted once more, or null. */
    report: { from: 'relay', input: unwatchedLogSchema, output: z.nullable(z.object({ from: z.int() })) },
  },
} as const satisfies RpcService;

const requestSchema = z.object({ service: z.literal(unwatchedLogService.name), method: z.literal('report') });

/** Whether a message is such a report, which every page of the extension receives. */
export function isUnwatchedLog(message: unknown): boolean {
  return requestSchema.safeParse(message).success;
}
