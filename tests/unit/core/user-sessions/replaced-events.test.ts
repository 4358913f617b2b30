import { expect, it } from 'vitest';
import { createUserSessionRule } from '#core/stream/user-session-rule';
import type { SessionEvent } from '#core/user-sessions/session-event';

type Fields = Partial<Pick<SessionEvent, 'pageId' | 'sid'>> & { readonly did?: string };

const interact = (row: number, { did = 'd', ...fields }: Fields): SessionEvent => ({
  row,
  ets: row * 1_000,
  eid: 'INTERACT',
  type: 'TOUCH',
  mode: '',
  pageId: null,
  env: '',
  sid: '',
  reported: null,
  origin: { did, channel: 'c', producer: 'p' },
  ...fields,
});

it.each<[part: string, before: readonly Fields[], after: readonly Fields[]]>([
  ['page', [{ pageId: 'quiz' }, { pageId: 'home' }], [{ pageId: 'list' }, { pageId: 'quiz' }]],
  [
    'origin',
    [{ sid: 's' }, { sid: 's', did: 'e' }, { sid: 's', did: 'f' }],
    [{ sid: 's' }, { sid: 's', did: 'f' }, { sid: 's', did: 'e' }],
  ],
  [
    'log-in session',
    [{ sid: 's' }, { sid: 't' }, { sid: 's', did: 'e' }, { sid: 't', did: 'e' }],
    [{ sid: 's' }, { sid: 't' }, { sid: 't', did: 'e' }, { sid: 's', did: 'e' }],
  ],
])('a row has its finding after its event is replaced by one of another %s', (_, before, after) => {
  const toEvents = (list: readonly Fields[]) => list.map((fields, at) => interact(at + 1, fields));
  const rule = createUserSessionRule((event: SessionEvent) => event);
  const keys = new Set(rule.add(toEvents(before)).found.map(({ key }) => key));
  const { found, withdrawn } = rule.add(toEvents(after));
  for (const key of withdrawn) keys.delete(key);
  for (const { key } of found) keys.add(key);
  const expected = createUserSessionRule((event: SessionEvent) => event).add(toEvents(after));
  expect([...keys].sort()).toEqual(expected.found.map(({ key }) => key).sort());
});
