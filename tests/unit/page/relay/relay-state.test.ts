import { expect, it } from 'vitest';
import type { PanelPort } from '#core/wire/page-messages';
import { initialState, nextState, type RelayEvent, type RelayState } from '#page/relay/relay-state';

const portNamed = (name: string): PanelPort & { readonly name: string } => ({
  name,
  post: () => undefined,
  onMessage: () => undefined,
  onDisconnect: () => undefined,
  close: () => undefined,
});
/** The port of a state, a port that was offered before it, and a new port. */
const port = portNamed('port');
const oldPort = portNamed('old');
const newPort = portNamed('new');

const states = {
  'detached here': { status: 'detached', port: null, page: 'here' },
  'offered here': { status: 'detached', port, page: 'here' },
  'offered cached': { status: 'detached', port, page: 'cached' },
  'offered gone': { status: 'detached', port, page: 'gone' },
  'detached cached': { status: 'detached', port: null, page: 'cached' },
  'detached gone': { status: 'detached', port: null, page: 'gone' },
  'attached here': { status: 'attached', port, page: 'here' },
  'attached cached': { status: 'attached', port, page: 'cached' },
  'attached gone': { status: 'attached', port, page: 'gone' },
  'offered again': { status: 'detached', port: newPort, page: 'here' },
  stopped: { status: 'stopped', port: null },
} as const satisfies Readonly<Record<string, RelayState>>;
type Name = keyof typeof states;

const events = {
  offer: { type: 'offer', port: newPort },
  'offer without a port': { type: 'offer', port: null },
  attach: { type: 'attach', port },
  'attach of an old port': { type: 'attach', port: oldPort },
  disconnect: { type: 'disconnect', port },
  'disconnect of an old port': { type: 'disconnect', port: oldPort },
  'leave into the cache': { type: 'leave', persisted: true },
  'leave permanently': { type: 'leave', persisted: false },
  stop: { type: 'stop' },
} as const satisfies Readonly<Record<string, RelayEvent>>;

/** The next states of each state, in the order of `events`. A `.` means that the state stays. */
const table: Readonly<Record<Exclude<Name, 'offered again'>, readonly (Name | '.')[]>> = {
  'detached here': ['offered again', '.', '.', '.', '.', '.', 'detached cached', 'detached gone', 'stopped'],
  'offered here': [
    'offered again',
    'detached here',
    'attached here',
    '.',
    'detached here',
    '.',
    'offered cached',
    'offered gone',
    'stopped',
  ],
  'offered cached': [
    'offered again',
    'detached here',
    'attached cached',
    '.',
    'detached cached',
    '.',
    '.',
    'offered gone',
    'stopped',
  ],
  'offered gone': [
    'offered again',
    'detached here',
    'attached gone',
    '.',
    'detached gone',
    '.',
    'offered cached',
    '.',
    'stopped',
  ],
  'detached cached': ['offered again', 'detached here', '.', '.', '.', '.', '.', 'detached gone', 'stopped'],
  'detached gone': ['offered again', 'detached here', '.', '.', '.', '.', 'detached cached', '.', 'stopped'],
  'attached here': [
    'offered again',
    'detached here',
    '.',
    '.',
    'detached here',
    '.',
    'attached cached',
    'attached gone',
    'stopped',
  ],
  'attached cached': [
    'offered again',
    'detached here',
    '.',
    '.',
    'detached cached',
    '.',
    '.',
    'attached gone',
    'stopped',
  ],
  'attached gone': [
    'offered again',
    'detached here',
    '.',
    '.',
    'detached gone',
    '.',
    'attached cached',
    '.',
    'stopped',
  ],
  stopped: ['offered again', 'detached here', '.', '.', '.', '.', '.', '.', '.'],
};

const transitions = Object.entries(table).flatMap(([from, to]) =>
  Object.keys(events).map((event, index) => ({
    from: from as Name,
    event: event as keyof typeof events,
    to: to[index],
  })),
);

it.each(transitions)(
  'a relay in the state “$from” is in the state “$to” after the event “$event” (“.”: unchanged)',
  ({ from, event, to }) => {
    const expected = states[to === '.' || to === undefined ? from : to];
    expect(nextState(states[from], events[event])).toEqual(expected);
  },
);

it('a relay starts detached, and can reach every state from there', () => {
  expect(initialState).toEqual(states['detached here']);
  const reached = new Set([JSON.stringify(initialState)]);
  const queue: RelayState[] = [initialState];
  const offer: RelayEvent = { type: 'offer', port };
  for (let state = queue.shift(); state; state = queue.shift()) {
    for (const event of [...Object.values(events), offer]) {
      const next = nextState(state, event);
      if (reached.has(JSON.stringify(next))) continue;
      reached.add(JSON.stringify(next));
      queue.push(next);
    }
  }
  for (const state of Object.values(states)) expect(reached).toContain(JSON.stringify(state));
});
