import { describe, expect, it } from 'vitest';
import { createIdentityAnswering, REFUSED } from '#extension/background/identity/identity-handler';
import type { MessageSender, OwnExtension } from '#extension/protocol/sender';
import { createTestWorld, loggedIn, startService, tokenOf } from './identity-world';

const own: OwnExtension = { id: 'abcdef', origin: 'chrome-extension://abcdef', popupPath: '/popup.html' };
const popup: MessageSender = { id: 'abcdef', url: 'chrome-extension://abcdef/popup.html', origin: own.origin };
const panel: MessageSender = { id: 'abcdef', url: 'chrome-extension://abcdef/panel.html' };

const strangers: [string, MessageSender][] = [
  [
    'a content script',
    { id: 'abcdef', url: 'https://learn.example.org/popup.html', origin: 'https://learn.example.org' },
  ],
  ['a content script in about:blank', { id: 'abcdef', url: 'about:blank' }],
  ['a page whose address begins alike', { id: 'abcdef', url: 'chrome-extension://abcdef.example.org/popup.html' }],
  ['another extension', { id: 'other', url: 'chrome-extension://other/popup.html' }],
  ['a page of this extension that another origin runs in', { ...popup, origin: 'https://learn.example.org' }],
  ['nobody', {}],
];

async function setUp() {
  const world = await createTestWorld();
  const service = startService(world);
  const { id } = await loggedIn(service, world);
  const ask = createIdentityAnswering(service.handlers, own);
  const message = (request: string, payload: object) => ({ type: 'identity', request, payload });
  return { service, ask, message, id };
}

describe('the background answers', () => {
  it('the popup, with the token', async () => {
    const { service, ask, message, id } = await setUp();
    const accessToken = await tokenOf(service, id);
    expect(await ask(message('token', { sessionId: id }), popup)).toEqual({ ok: true, value: { accessToken } });
  });

  it('the panel, but not with the token', async () => {
    const { ask, message, id } = await setUp();
    expect(await ask(message('state', {}), panel)).toMatchObject({ sessions: [{ id }] });
    expect(await ask(message('token', { sessionId: id }), panel)).toEqual(REFUSED);
  });

  it.each(strangers)('not %s, whatever it asks', async (_who, sender) => {
    const { ask, message, id } = await setUp();
    for (const [request, payload] of [
      ['token', { sessionId: id }],
      ['state', {}],
      ['logout', { sessionId: id }],
    ] as const) {
      expect(await ask(message(request, payload), sender)).toEqual(REFUSED);
    }
    expect(await ask(message('state', {}), panel)).toMatchObject({ sessions: [{ id }] });
  });

  it.each([
    ['token', {}],
    ['login', { userId: 7 }],
    ['saveEnvironment', { environmentId: null, draft: {} }],
  ])('not a "%s" request with a payload of another shape', async (request, payload) => {
    const { ask, message } = await setUp();
    expect(await ask(message(request, payload), popup)).toEqual(REFUSED);
  });

  it.each([[null], ['identity'], [{ type: 'captured' }], [{ type: 'identity', request: 'constructor' }]])(
    '%o is left to others',
    async (message) => {
      const { ask } = await setUp();
      expect(ask(message, popup)).toBeUndefined();
    },
  );
});
