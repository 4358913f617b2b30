import { describe, expect, it } from 'vitest';
import { requestCode } from '#core/formats/write/request-code';
import type { Json } from '#core/json/json';
import { eventOf, recordOf, requestOf } from '#tests/fixtures/records';

const asIs = (json: Json) => json;
const sent = (row: number, id: string, indexInBatch = 0) =>
  recordOf(row, {
    event: eventOf({ json: { eid: 'LOG', mid: `m${row}` } }),
    requests: [requestOf({ id: 'first', batchSize: 1 }), requestOf({ id, batchSize: 2, indexInBatch })],
  });

describe('an event as code', () => {
  const [one, other, elsewhere] = [sent(1, 'batch'), sent(2, 'batch', 1), sent(3, 'else')];
  const all = [one, other, elsewhere];

  it('an event as code is the last request that carried it, with the whole batch', () => {
    const code = requestCode('fetch', one, all, asIs) ?? '';
    expect(code).toMatch(/^await fetch\("https?:\/\//);
    expect(code.match(/\\"mid\\"/g)).toHaveLength(2);
    expect(code).not.toContain('m3');
  });

  it('an event as fetch runs as JavaScript that sends that body', async () => {
    const code = requestCode('fetch', one, all, asIs) ?? '';
    const calls: unknown[][] = [];
    const run = new Function('fetch', `return (async () => { ${code} })()`) as (fetch: unknown) => Promise<void>;
    await run((...args: unknown[]) => calls.push(args));
    expect(calls).toHaveLength(1);
    const [, options] = calls[0] as [string, { readonly method: string; readonly body: string }];
    expect(options.method).toBe('POST');
    expect(JSON.parse(options.body).events.map(({ mid }: { mid: string }) => mid)).toEqual(['m1', 'm2']);
  });

  it('an event as code is a curl command as well, and masked as exports are', () => {
    const code = requestCode('curl', one, all, (json) => JSON.parse(JSON.stringify(json).replaceAll('m1', 'hidden')));
    expect(code).toMatch(/^curl /);
    expect(code).toContain('hidden');
    expect(code).not.toContain('m1');
  });

  it('an event has no code where it was not sent', () => {
    expect(requestCode('curl', recordOf(9), all, asIs)).toBeNull();
  });
});
