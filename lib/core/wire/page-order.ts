import { parseJson } from '#core/json/json';
import * as z from '#core/util/zod';
import type { HookCommand } from './page-messages';

const MAX_KEY_LENGTH = 99;
/** Enough for the names of SDK methods. */
const MAX_METHOD_LENGTH = 99;

/** An order for an injected hook: to fire an event, or to protect the next fired event from changes. */
export type PageOrder =
  | Extract<HookCommand, { type: 'fire' }>
  | {
      readonly type: 'guard';
      readonly method: string;
      /** The event's `edata` as JSON text, which preserves the order of its keys. */
      readonly dataJson: string;
      /** Marks the event as fired by the panel. */
      readonly mark: { readonly id: string; readonly type: string } | null;
    };

/** An order for one document. */
export interface DocumentOrder {
  readonly documentId: string;
  readonly order: PageOrder;
}

const method = z.string().check(z.maxLength(MAX_METHOD_LENGTH));

const documentOrderSchema: z.ZodMiniType<DocumentOrder> = z.object({
  documentId: z.string().check(z.maxLength(MAX_KEY_LENGTH)),
  order: z.discriminatedUnion('type', [
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
      mark: z.nullable(z.object({ id: z.string(), type: z.string() })),
    }),
  ]),
});

/** Parses an order that a panel posted. Returns `null` if it is invalid. */
export function readDocumentOrder(text: string): DocumentOrder | null {
  return documentOrderSchema.safeParse(parseJson(text)).data ?? null;
}
