import { z } from '#core/util/zod';
import { defineEvent } from '../definition';
import { identifier, keyValues } from '../vocabulary';

const reference = () =>
  z.object({
    id: identifier().nullish().describe('Its id.'),
    type: z.string().nullish().describe('Its type.'),
  });

const item = z.object({
  obj: reference()
    .extend({ ver: z.string().nullish().describe('Its version.') })
    .nullish()
    .describe('The object shared.'),
  params: keyValues().nullish().describe('Parameters.'),
  origin: reference().nullish().describe('Origin of the shared item.'),
  to: reference().nullish().describe('Recipient.'),
});

export const share = defineEvent({
  summary: 'Sharing of content, telemetry data, a link or a file.',
  arguments: {
    data: z.object({
      dir: z.enum(['In', 'Out']).nullish().describe('Direction.').meta({
        reading: 'The document names the whole list without "One of": it is closed all the same.',
      }),
      type: z.enum(['File', 'Link', 'Message']).nullish().describe('What carries it.').meta({
        reading: 'The document names the whole list without "One of": it is closed all the same.',
      }),
      items: z.array(item).describe('Items shared.'),
    }),
  },
  headline: ['data.dir', 'data.type', { count: 'data.items', one: 'item', many: 'items' }],
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
