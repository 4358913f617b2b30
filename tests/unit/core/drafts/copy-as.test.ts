import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CopiedDraft, copyFormats, formatDraftAs } from '#core/drafts/copy-as';
import type { Json } from '#core/json/json';
import { runWithFakeCurl } from '#tests/fixtures/shells';

const draft: CopiedDraft = {
  kind: 'log',
  args: [{ message: `it's "$HOME" \`id\` \\ \u2028 </script>`, ['__proto__']: 1 }],
  global: '$t',
  endpoint: 'http://localhost:8090/v1/telemetry',
  headers: [['Content-Type', 'application/json']],
  hasEntityToken: true,
  body: `{"a":"it's $(id) !!"}`,
};

it('the SDK code of a draft calls the method with the same arguments, whatever characters they contain', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const args: Json[] = JSON.parse(JSON.stringify([value]));
      const loggedData: unknown[] = [];
      runInNewContext(formatDraftAs('sdk', { ...draft, args }), {
        $t: { log: (data: unknown) => loggedData.push(data) },
      });
      expect(JSON.stringify(loggedData)).toBe(JSON.stringify(args));
    }),
  );
});

it('the curl code of a draft sends the exact body, and contains no token', () => {
  const headers = [...draft.headers, ["X'-A", 'Bearer $TOKEN'], ['X-B', '$(touch pwned)']] as const;
  const command = formatDraftAs('curl', { ...draft, headers });
  const { calls, files } = runWithFakeCurl('sh', command);
  expect(calls[0]).toEqual([
    ...['--globoff', '--proto', '=http,https', '--url', draft.endpoint],
    ...['--header', 'Content-Type: application/json'],
    ...['--header', "X'-A: Bearer $TOKEN"],
    ...['--header', 'X-B: $(touch pwned)'],
    ...['--header', 'Authorization: Bearer the token'],
    ...['--data-raw', draft.body],
  ]);
  expect(files).toEqual([]);
  expect(command).not.toContain('the token');
});

it.each(['sdk', 'playwright'] as const)(
  'the %s code of a draft is only a comment if the global name of the SDK is unknown',
  (format) => {
    const text = formatDraftAs(format, { ...draft, global: 'x\nfetch("//evil.org")//' });
    expect(text).toMatch(/^\/\/ [^\n\u2028]*\n$/);
  },
);

it('the code of a draft contains no control characters, which a terminal would interpret', () => {
  const args = ['\u007f\u0003\u0085'];
  for (const format of copyFormats) {
    const text = formatDraftAs(format, {
      ...draft,
      args,
      body: JSON.stringify(args),
      endpoint: `${draft.endpoint}\u007f`,
    });
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  }
});

it('the fetch code of a draft posts the exact body', () => {
  const fetchArguments: unknown[] = [];
  const fetch = (url: string, init: unknown) => fetchArguments.push(url, init);
  runInNewContext(`(async () => { ${formatDraftAs('fetch', draft)} })()`, { fetch });
  expect(fetchArguments).toEqual([draft.endpoint, expect.objectContaining({ method: 'POST', body: draft.body })]);
});

it('the Playwright code of a draft passes the exact arguments to the page', () => {
  const step = formatDraftAs('playwright', draft);
  const logArguments: unknown[] = [];
  const $t = { log: (...args: unknown[]) => logArguments.push(...args) };
  const page = { evaluate: (run: (argument: unknown) => void, argument: unknown) => run(argument) };
  runInNewContext(`(async () => { ${step} })()`, { page, $t });
  expect(JSON.stringify(logArguments)).toBe(JSON.stringify(draft.args));
});
