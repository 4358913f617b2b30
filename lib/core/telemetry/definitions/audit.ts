import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { withNote } from '../vocabulary';

export const audit = defineEvent({
  // The fields are optional, but their parent is required: without it, the event would be empty.
  interpretation: 'edataRequired',
  arguments: {
    data: z.object({
      edata: z.object({
        props: withNote(z.nullish(z.array(z.string())), 'audit.props'),
        state: withNote(z.nullish(z.string()), 'audit.state'),
        prevstate: withNote(z.nullish(z.string()), 'audit.prevstate'),
      }),
    }),
  },
  headline: [
    { code: 'change', values: { from: 'data.edata.prevstate', to: 'data.edata.state' } },
    { code: 'props', values: { count: 'data.edata.props' } },
  ],
  onWire: { 'data.edata': 'edata' },
  sample: { data: { edata: { props: ['name', 'status'], state: 'Review', prevstate: 'Draft' } } },
});
