import { parseJson } from '#core/json/json';
import * as z from '#core/util/zod';
import type { HookCommand } from './page-messages';

const MAX_KEY_LENGTH = 99;
/** Enough for the names of SDK methods. */
const MAX_METHOD_LENGTH = 99;

/**
 * A command for a page with an injected hook.
 * The hook executes the `HookCommand`, the page script itself executes the others.
 */
export type PageCommand =
  | Extract<HookCommand, { type: 'fire' }>
  /** Protects the next fired event from changes. */
  | {
      readonly type: 'guard';
      readonly method: string;
      /** The event's `edata` as JSON text, which preserves the order of its keys. */
      readonly dataJson: string;
      /** Added to `context.cdata` of the event. */
      readonly cdataEntry: { readonly id: string; readonly type: string } | null;
    };

/** A command for one document. */
export interface DocumentCommand {
  readonly documentId: string;
  readonly command: PageCommand;
}

const method = z.string().check(z.maxLength(MAX_METHOD_LENGTH));

const documentCommandSchema: z.ZodMiniType<DocumentCommand> = z.object({
  documentId: z.string().check(z.maxLength(MAX_KEY_LENGTH)),
  command: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('fire'),
      requestId: z.string().check(z.maxLength(MAX_KEY_LENGTH)),
      sdk: z.int().check(z.minimum(0)),
      method,
      args: z.array(z.unknown()),
    }),
    z.object({
      type: z.literal('guard'),
      method,
      dataJson: z.string(),
      cdataEntry: z.nullable(z.object({ id: z.string(), type: z.string() })),
    }),
  ]),
});

/** Parses a command that a panel posted. Returns `null` if it is invalid. */
export function readDocumentCommand(text: string): DocumentCommand | null {
  return documentCommandSchema.safeParse(parseJson(text)).data ?? null;
}
