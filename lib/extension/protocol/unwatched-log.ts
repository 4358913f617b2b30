import * as z from '#core/util/zod';
import type { UnwatchedLog } from '#core/wire/page-messages';
import type { RpcService } from './rpc';

/** A relay's key, a `randomName`, is much shorter. A longer key is not from a relay. */
const MAX_KEY_CHARACTERS = 100;

/** The texts stay unparsed. `readReport` parses them later. */
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
    /** Returns the number from which the log must be resent, or `null` if nothing is missing. */
    report: { from: 'relay', input: unwatchedLogSchema, output: z.nullable(z.object({ from: z.int() })) },
    /** Returns whether the site of a URL is watched. */
    isWatched: { from: 'relay', input: z.string(), output: z.boolean() },
  },
} as const satisfies RpcService;

const requestSchema = z.object({ service: z.literal(unwatchedLogService.name), method: z.literal('report') });

/** Whether a message is a relay's report. Every page of the extension receives these messages. */
export function isUnwatchedLog(message: unknown): boolean {
  return requestSchema.safeParse(message).success;
}
