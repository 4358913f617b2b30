import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { identifier, keyValues } from '../vocabulary';

const reference = () =>
  z.object({
    id: describeField(z.nullish(identifier()), 'Its id.'),
    type: describeField(z.nullish(z.string()), 'Its type.'),
  });

const item = z.object({
  obj: describeField(
    z.nullish(z.extend(reference(), { ver: describeField(z.nullish(z.string()), 'Its version.') })),
    'The object shared.',
  ),
  params: describeField(z.nullish(keyValues()), 'Parameters.'),
  origin: describeField(z.nullish(reference()), 'Origin of the shared item.'),
  to: describeField(z.nullish(reference()), 'Recipient.'),
});

export const share = defineEvent({
  summary: 'Sharing of content, telemetry data, a link or a file.',
  arguments: {
    data: z.object({
      dir: describeField(z.nullish(z.enum(['In', 'Out'])), 'Direction.', {
        reading: 'The document gives the complete list without "One of". It is read as a closed list.',
      }),
      type: describeField(z.nullish(z.enum(['File', 'Link', 'Message'])), 'What carries it.', {
        reading: 'The document gives the complete list without "One of". It is read as a closed list.',
      }),
      items: describeField(z.array(item), 'Items shared.'),
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
