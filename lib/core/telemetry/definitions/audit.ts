import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';

export const audit = defineEvent({
  summary: 'A change to an object, including life-cycle changes.',
  // The fields are optional, their parent is not: without it the event is empty.
  reading: 'The edata level is required. If it is absent, that is one finding.',
  arguments: {
    data: z.object({
      edata: z.object({
        props: describeField(z.nullish(z.array(z.string())), 'Updated properties.'),
        state: describeField(z.nullish(z.string()), 'Current state.'),
        prevstate: describeField(z.nullish(z.string()), 'Previous state.'),
      }),
    }),
  },
  headline: ['{data.edata.prevstate} → {data.edata.state}', { count: 'data.edata.props', one: 'prop', many: 'props' }],
  onWire: { 'data.edata': 'edata' },
  sample: { data: { edata: { props: ['name', 'status'], state: 'Review', prevstate: 'Draft' } } },
});
