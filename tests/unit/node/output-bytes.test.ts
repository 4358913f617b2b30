import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { printFailure } from '#node/cli/output';
import { OutputBytes } from '#node/output-bytes';

it('taking the output returns the texts and bytes that were added since the last call, in order', () => {
  const lines = new OutputBytes();
  lines.addText('{"mid":"é水😀\ud800"');
  lines.addBytes(Buffer.from('}\n'));
  expect(Buffer.from(lines.take()).toString()).toBe('{"mid":"é水😀\ufffd"}\n');
  lines.addText('next\n');
  expect(Buffer.from(lines.take()).toString()).toBe('next\n');
  expect(lines.take()).toHaveLength(0);
});

it('the output is complete even if its texts are long', () => {
  const lines = new OutputBytes();
  const text = '水'.repeat(300_000);
  for (let count = 0; count < 5; count += 1) {
    lines.addText(text);
    lines.addBytes(Buffer.from('\n'));
  }
  expect(Buffer.from(lines.take()).toString()).toBe(`${text}\n`.repeat(5));
  lines.addText('after them');
  expect(Buffer.from(lines.take()).toString()).toBe('after them');
});

it('the output can be copied by `slice` before it is overwritten', () => {
  const lines = new OutputBytes();
  lines.addText('one');
  const copy = lines.take().slice();
  lines.addText('two');
  lines.take();
  expect(Buffer.from(copy).toString()).toBe('one');
});

it('messages to the standard error share one listener', async () => {
  const stderr = new PassThrough();
  await printFailure({ stderr }, 'one');
  const listeners = stderr.listenerCount('error');
  for (let count = 0; count < 20; count += 1) await printFailure({ stderr }, 'more');
  expect(stderr.listenerCount('error')).toBe(listeners);
});
