import * as z from '#core/util/zod';
import type { UnwatchedLog } from '#core/wire/page-messages';
import type { RpcService } from './rpc';

/** Keys of relays have 16 characters; a longer one is not from a relay. */
const MAX_KEY_CHARACTERS = 100;

/** `readReport` parses the texts. */
const unwatchedLogSchema: z.ZodMiniType<UnwatchedLog> = z.object({
  documentKey: z.string().check(z.maxLength(MAX_KEY_CHARACTERS)),
  isTop: z.boolean(),
  next: z.int(),
  heldFrom: z.int(),
  observations: z.array(z.object({ seq: z.int(), text: z.string() })),
  unloaded: z.boolean(),
});

/** Called by relays while no panel is open, for the badge and for a panel that opens later. */
export const unwatchedLogService = {
  name: 'unwatched-log',
  methods: {
    /** Returns the number from which the log must be resent, or null. */
    report: { from: 'relay', input: unwatchedLogSchema, output: z.nullable(z.object({ from: z.int() })) },
    /** Returns whether the site of a URL is watched. */
    isWatched: { from: 'relay', input: z.string(), output: z.boolean() },
  },
} as const satisfies RpcService;

const requestSchema = z.object({ service: z.literal(unwatchedLogService.name), method: z.literal('report') });

/** Whether a message is such a report. Every page of the extension receives these messages. */
export function isUnwatchedLog(message: unknown): boolean {
  return requestSchema.safeParse(message).success;
}
