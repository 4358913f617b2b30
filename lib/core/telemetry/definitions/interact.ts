import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { countWhen, listWhen } from '../rules';
import { anyArray, identifier, withNote } from '../vocabulary';

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
  z: z.nullish(z.number()).register(z.globalRegistry, { interpretation: 'zOptional' }),
});

export const interact = defineEvent({
  arguments: {
    data: z.object({
      type: withNote(z.enum(interactions), 'interact.type'),
      subtype: withNote(z.nullish(z.string()), 'interact.subtype', {
        interpretation: 'closedForListen',
      }),
      id: withNote(identifier(), 'interact.id'),
      pageid: withNote(z.nullish(identifier()), 'interact.pageid'),
      extra: withNote(
        z.nullish(
          z.object({
            pos: withNote(z.nullish(z.array(position)), 'interact.pos'),
            values: withNote(z.nullish(anyArray()), 'interact.values'),
            tid: withNote(z.nullish(identifier()), 'interact.tid'),
            uri: withNote(z.nullish(z.string()), 'interact.uri'),
          }),
        ),
        'interact.extra',
        { interpretation: 'fourAttributes' },
      ),
    }),
  },
  headline: ['data.id', 'data.type', 'data.pageid'],
  rules: [
    // "for LISTEN one of": the list is closed for this type.
    listWhen({
      field: 'data.subtype',
      when: 'data.type',
      is: 'LISTEN',
      list: ['PLAY', 'PAUSE', 'STOP', 'RESUME', 'END'],
    }),
    // "drag and drop has two": a notice only, because the specification does not name DRAG and DROP separately.
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
