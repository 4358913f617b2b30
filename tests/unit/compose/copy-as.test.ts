import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CopiedDraft, copyAs } from '../../../lib/compose/copy-as';
import { isJsonArray, type Json } from '../../../lib/json';

const draft: CopiedDraft = {
  kind: 'log',
  args: [{ message: `it's "$HOME" \`id\` \\ \u2028 </script>`, ['__proto__']: 1 }],
  global: '$t',
  endpoint: 'http://localhost:8090/v1/telemetry',
  headers: [['Content-Type', 'application/json']],
  asEntity: true,
  body: `{"a":"it's $(id) !!"}`,
};

describe('a draft as code', () => {
  it('is the same call, whatever its texts hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const args: Json[] = JSON.parse(JSON.stringify([value]));
        const called: unknown[] = [];
        runInNewContext(copyAs('sdk', { ...draft, args }), { $t: { log: (given: unknown) => called.push(given) } });
        expect(JSON.stringify(called)).toBe(JSON.stringify(args));
      }),
    );
  });

  it('for curl hands the shell the very body, and never a token', () => {
    const command = copyAs('curl', draft);
    const words = execFileSync('sh', ['-c', command.replace(/^curl/, `TOKEN=secret; printf '%s\\0'`)], {
      encoding: 'utf8',
    });
    expect(words.split('\0')).toContain(draft.body);
    expect(words.split('\0')).toContain('Authorization: Bearer secret');
    expect(command).not.toContain('secret');
  });

  it('for fetch posts the very body', () => {
    const seen: unknown[] = [];
    const fetch = (url: string, init: unknown) => seen.push(url, init);
    runInNewContext(`(async () => { ${copyAs('fetch', draft)} })()`, { fetch });
    expect(seen).toEqual([draft.endpoint, expect.objectContaining({ method: 'POST', body: draft.body })]);
  });

  it('for Playwright hands the page the very arguments', () => {
    const step = copyAs('playwright', draft);
    const called: unknown[] = [];
    const $t = { log: (...args: unknown[]) => called.push(...args) };
    const page = { evaluate: (run: (args: unknown) => void, args: unknown) => isJsonArray(args) && run(args) };
    runInNewContext(`(async () => { ${step} })()`, { page, $t, isJsonArray });
    expect(JSON.stringify(called)).toBe(JSON.stringify(draft.args));
  });
});
