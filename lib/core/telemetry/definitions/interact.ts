import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { countWhen, listWhen } from '../rules';
import { anyArray, identifier } from '../vocabulary';

const interactions = [
  'TOUCH',
  'DRAG',
  'DROP',
  'PINCH',
  'ZOOM',
  'SHAKE',
  'ROTATE',
  'SPEAK',
  'LISTEN',
  'WRITE',
  'DRAW',
  'START',
  'END',
  'CHOOSE',
  'ACTIVATE',
  'SHOW',
  'HIDE',
  'SCROLL',
  'HEARTBEAT',
  'OTHER',
] as const;

const position = z.object({
  x: z.number(),
  y: z.number(),
  z: z.nullish(z.number()).register(z.globalRegistry, { reading: 'x and y are required, z is optional.' }),
});

export const interact = defineEvent({
  summary: 'An interaction on a page: search, click, preview, move, resize, configure.',
  arguments: {
    data: z.object({
      type: describeField(z.enum(interactions), 'Type of the interaction.'),
      subtype: describeField(z.nullish(z.string()), 'Additional type for a global type.', {
        reading: 'The list is closed for LISTEN only. With any other type, any value is valid.',
      }),
      id: describeField(identifier(), 'Id of the resource (button, screen, page) interacted with.'),
      pageid: describeField(z.nullish(identifier()), 'Stage or page id.'),
      extra: describeField(
        z.nullish(
          z.object({
            pos: describeField(z.nullish(z.array(position)), 'Positions; drag and drop has two.'),
            values: describeField(z.nullish(anyArray()), 'Values, e.g. timestamps of audio interactions.'),
            tid: describeField(z.nullish(identifier()), 'Target resource id when several resources are involved.'),
            uri: describeField(z.nullish(z.string()), 'External resource identifier (recorded voice, image).'),
          }),
        ),
        'Extra attributes.',
        { reading: 'The document lists four attributes. Another one is a notice.' },
      ),
    }),
  },
  headline: ['data.id', 'data.type', 'data.pageid'],
  rules: [
    // "for LISTEN one of": a closed list for this type.
    listWhen({
      field: 'data.subtype',
      when: 'data.type',
      is: 'LISTEN',
      list: ['PLAY', 'PAUSE', 'STOP', 'RESUME', 'END'],
    }),
    // "drag and drop has two": info only, since the document does not name DRAG and DROP separately.
    countWhen({ field: 'data.extra.pos', when: 'data.type', values: ['DRAG', 'DROP'], count: 2 }),
  ],
  sample: {
    data: {
      type: 'DRAG',
      subtype: 'label',
      id: 'label-condensation',
      pageid: 'water-cycle-diagram',
      extra: {
        pos: [
          { x: 120, y: 460, z: 0 },
          { x: 512.5, y: 148, z: 0 },
        ],
        values: ['condensation'],
        tid: 'cloud',
        uri: 'https://learn.example.org/media/cloud.png',
      },
    },
  },
});
