import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { identifier, keyValues, withNote } from '../vocabulary';

const reference = () =>
  z.object({
    id: withNote(z.nullish(identifier()), 'share.refId'),
    type: withNote(z.nullish(z.string()), 'share.refType'),
  });

const item = z.object({
  obj: withNote(
    z.nullish(z.extend(reference(), { ver: withNote(z.nullish(z.string()), 'share.refVer') })),
    'share.obj',
  ),
  params: withNote(z.nullish(keyValues()), 'common.parameters'),
  origin: withNote(z.nullish(reference()), 'share.origin'),
  to: withNote(z.nullish(reference()), 'share.to'),
});

export const share = defineEvent({
  arguments: {
    data: z.object({
      dir: withNote(z.nullish(z.enum(['In', 'Out'])), 'share.dir', {
        interpretation: 'closedWithoutOneOf',
      }),
      type: withNote(z.nullish(z.enum(['File', 'Link', 'Message'])), 'share.type', {
        interpretation: 'closedWithoutOneOf',
      }),
      items: withNote(z.array(item), 'share.items'),
    }),
  },
  headline: ['data.dir', 'data.type', { code: 'items', values: { count: 'data.items' } }],
  sample: {
    data: {
      dir: 'Out',
      type: 'Link',
      items: [
        {
          obj: { id: 'do_21340987654321012', type: 'Content', ver: '1.0' },
          params: [{ transfers: 1 }, { size: 2048 }],
          origin: { id: 'device-5f0c', type: 'Device' },
          to: { id: 'class-7b', type: 'Group' },
        },
      ],
    },
  },
});
