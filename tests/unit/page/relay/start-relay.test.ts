// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import type { FromRelay } from '#core/wire/page-messages';
import { startRelay } from '#page/relay/start-relay';

const { listeners } = vi.hoisted(() => ({ listeners: new Map<string, (event: object) => void>() }));

// happy-dom marks no event as trusted, so the test calls the listeners itself.
vi.mock('#page/builtins', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  listenPermanently: (_: unknown, type: string, listener: (event: object) => void) => listeners.set(type, listener),
}));
vi.mock('#page/hook/document-open', () => ({ surviveDocumentOpen: () => () => undefined }));

it('only the pagehide of the browser is reported as the unload of a document, not one that the page dispatches', () => {
  const posted: FromRelay['type'][] = [];
  let sendToRelay = (_: unknown): void => undefined;
  startRelay({
    connect: () => ({
      post: ({ type }) => posted.push(type),
      onMessage: (receive) => {
        sendToRelay = receive;
      },
      onDisconnect: () => undefined,
      close: () => undefined,
    }),
    report: async () => null,
    isAlive: () => true,
    isWatched: async () => true,
    onMessage: () => undefined,
  });
  sendToRelay({ type: 'attach', from: 1 });
  listeners.get('pagehide')?.({ isTrusted: false, persisted: false });
  expect(posted).toEqual(['document']);
  listeners.get('pagehide')?.({ isTrusted: true, persisted: false });
  expect(posted).toEqual(['document', 'log']);
});
