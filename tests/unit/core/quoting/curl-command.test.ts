import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CurlRequest, formatCurlCommand } from '#core/quoting/curl-command';
import { hostileText } from '#tests/fixtures/hostile-text';
import { runWithFakeCurl, shells } from '#tests/fixtures/shells';

const request: CurlRequest = { method: 'POST', url: 'https://x.org/v1', headers: [], body: '{}' };
const OPTIONS = ['--globoff', '--proto', '=http,https', '--url'];

const hostileRequest: fc.Arbitrary<CurlRequest> = fc.record(
  {
    method: fc.oneof(fc.constantFrom('POST', 'GET', 'PATCH', 'get', '-K', ''), hostileText),
    url: fc.oneof(
      hostileText,
      hostileText.map((text) => `https://x.org/${text}`),
      fc.constantFrom(
        '-K/etc/passwd',
        '@urls',
        'file:///etc/passwd',
        'x.org',
        'ftp://x.org',
        'http://[::1]/{a,b}?[1-3]',
      ),
    ),
    headers: fc.array(fc.tuple(fc.oneof(fc.constantFrom('X-A', '@file', 'a b'), hostileText), hostileText), {
      maxLength: 3,
    }),
    body: fc.oneof(
      fc.constant(null),
      hostileText.map((text) => JSON.stringify({ text })),
      hostileText.map((text) => JSON.stringify({ text: text + 'x'.repeat(50_000) })),
    ),
    tokenVariable: fc.constant('TOKEN' as const),
  },
  { requiredKeys: ['method', 'url', 'headers', 'body'] },
);

describe.each(shells)('curl in %s', (shell) => {
  const run = (script: string) => runWithFakeCurl(shell, `${script}\n`);

  it(`${shell} passes hostile URLs, headers and bodies to curl as its arguments, and runs nothing else`, () => {
    fc.assert(
      fc.property(hostileRequest, (candidate) => {
        const command = formatCurlCommand(candidate);
        const { calls, files } = run(command);
        expect(files).toEqual([]);
        const isCommand = /^[A-Z]+$/.test(candidate.method) && /^https?:/.test(hrefOf(candidate.url));
        expect(calls).toHaveLength(isCommand ? 1 : 0);
        const [args = []] = calls;
        expect(args.slice(0, 5)).toEqual(isCommand ? [...OPTIONS, hrefOf(candidate.url)] : []);
        for (const name of optionsIn(args)) expect(KNOWN_OPTIONS).toContain(name);
      }),
      { numRuns: 20 },
    );
  });

  it(`${shell} passes the body to curl unchanged`, () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(60_000), (value, padding) => {
        const body = JSON.stringify([value, 'x'.repeat(padding)]);
        const { calls, input } = run(formatCurlCommand({ ...request, body }));
        const receivedBody = calls[0]?.at(-1) === '@-' ? input : (calls[0]?.at(-1) ?? '');
        expect(JSON.parse(receivedBody)).toEqual(JSON.parse(body));
      }),
      { numRuns: 10 },
    );
  });

  it(`${shell} reads the token from its variable`, () => {
    const { calls } = run(formatCurlCommand({ ...request, tokenVariable: 'TOKEN', body: null, method: 'GET' }));
    expect(calls).toEqual([[...OPTIONS, 'https://x.org/v1', '--header', 'Authorization: Bearer the token']]);
  });
});

const KNOWN_OPTIONS = ['--globoff', '--proto', '--url', '--request', '--header', '--data-raw', '--data-binary'];

/** Returns the names of the options. Each has a value, except for `--globoff`, which is the first. */
function optionsIn([globoff, ...args]: readonly string[]): readonly string[] {
  return [...(globoff === undefined ? [] : [globoff]), ...args.filter((_, index) => index % 2 === 0)];
}

function hrefOf(url: string): string {
  return URL.canParse(url) ? new URL(url).href : '';
}

it.each(['-K/etc/passwd', '@urls', 'file:///etc/passwd', 'x.org', 'javascript:alert(1)', ''])(
  'a request with the URL %j becomes a comment instead of a command',
  (url) =>
    expect(formatCurlCommand({ ...request, url })).toMatch(/^# Not a command: the URL is not http or https: [^\n]*$/),
);

it.each(['get', "POST' -K x", '', '-X', 'P\nOST'])(
  'a request with the method %j becomes a comment instead of a command',
  (method) => expect(formatCurlCommand({ ...request, method })).toMatch(/^# Not a command: the method [^\n]*$/),
);

it('control characters of a request are escaped: percent-encoded in the URL, \\u in the JSON', () => {
  const command = formatCurlCommand({
    ...request,
    url: 'https://x.org/\u0003\u007f\u0085',
    body: '{"a":"\u007f\u0085"}',
  });
  expect(command).toContain("--url 'https://x.org/%03%7F%C2%85'");
  expect(command).toContain(String.raw`--data-raw '{"a":"\u007f\u0085"}'`);
});

it('the curl command contains no control characters except its own line feeds', () => {
  fc.assert(
    fc.property(hostileRequest, (candidate) => {
      expect(formatCurlCommand(candidate).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    }),
  );
});

it('the curl command lists an invalid header in a comment, and sends a header with an empty value', () => {
  const headers = [
    ['@/etc/passwd', 'x'],
    ['X-A', 'a\r\nX-B: b'],
    ['X-Empty', ''],
    ['X-C', "it's"],
  ] as const;
  const command = formatCurlCommand({ ...request, headers });
  expect(command.split('\n').slice(0, 2)).toEqual([
    '# Omitted, because it is not a header: _/etc/passwd',
    '# Omitted, because it is not a header: X-A',
  ]);
  expect(command).toContain(`--header 'X-Empty;' \\\n  --header 'X-C: it'\\''s'`);
});

it('a curl command has no characters that reorder the displayed command, and its body has the same value', () => {
  const body = JSON.stringify({ text: "\u202e' --url x \u2066" });
  const command = formatCurlCommand({ ...request, headers: [['x-a', 'b\u202e']], body });
  expect(command).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(command).toContain('# Omitted, because it is not a header: x-a');
  expect(command).toContain(String.raw`"text":"\u202e`);
});
