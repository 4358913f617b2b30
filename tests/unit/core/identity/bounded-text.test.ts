import { expect, it } from 'vitest';
import { readBoundedText } from '#core/identity/bounded-text';

it('readBoundedText returns the whole body if it is within the limit', async () => {
  expect(await readBoundedText(new Response('x'.repeat(10)), 10)).toEqual({ ok: true, value: 'x'.repeat(10) });
});

it('readBoundedText decodes a character that is split across chunks', async () => {
  const [first, ...rest] = new TextEncoder().encode('é!');
  const chunks = [new Uint8Array([first ?? 0]), new Uint8Array(rest)];
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  expect(await readBoundedText(new Response(body), 10)).toEqual({ ok: true, value: 'é!' });
});

it('readBoundedText cancels an endless response at the limit', async () => {
  let sentBytes = 0;
  let isCancelled = false;
  const body = new ReadableStream({
    pull(controller) {
      sentBytes += 1000;
      controller.enqueue(new Uint8Array(1000));
    },
    cancel() {
      isCancelled = true;
    },
  });
  expect(await readBoundedText(new Response(body), 5000)).toEqual({ ok: false, failure: 'too-long' });
  expect(isCancelled).toBe(true);
  expect(sentBytes).toBeLessThan(10_000);
});

it('readBoundedText returns an empty text for a response without a body', async () => {
  expect(await readBoundedText(new Response(null, { status: 204 }), 10)).toEqual({ ok: true, value: '' });
});
