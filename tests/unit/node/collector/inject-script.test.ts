import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createScriptInjection } from '#node/collector/inject-script';

const proxyOrigin = 'http://127.0.0.1:4330';

/** Streams a document through the injection, in parts of `size` bytes. */
async function inject(html: string, size = 7): Promise<string> {
  return (await injectBytes(Buffer.from(html), size)).toString();
}

async function injectBytes(bytes: Buffer, size: number): Promise<Buffer> {
  const stream = createScriptInjection('[S]', proxyOrigin);
  const read = stream.toArray();
  for (let offset = 0; offset < bytes.length; offset += size) stream.write(bytes.subarray(offset, offset + size));
  stream.end();
  return Buffer.concat(await read);
}

const toInsertionCase = (marked: string) => [marked.replace('[S]', ''), marked] as const;

it.each([
  toInsertionCase(
    '<!doctype html><html><head><meta charset="utf-8"><title>a<script></title>[S]<script src=a></script></head><body>',
  ),
  toInsertionCase('<!doctype html><!-- <head><script> --><html lang=a><HEAD>[S]<LINK rel=x>'),
  toInsertionCase('<html><head>[S]</head><body><script></script>'),
  toInsertionCase('<!doctype html>[S]<p>no head<script></script>'),
  toInsertionCase('<title>a</title>[S]text<script></script>'),
  toInsertionCase('[S]<script>"</head>"</script><meta name=a>'),
  toInsertionCase('[S]<body onload="a()">'),
  toInsertionCase('\ufeff<!doctype html><head>[S]<style></style>'),
  toInsertionCase('<head data-a="<script>" data-b=\'</head>\'>[S]<script></script>'),
  toInsertionCase('<!doctype html><head><meta http-equiv="refresh" content="1">[S]<base href="/x"><script></script>'),
  toInsertionCase('[S]just text'),
  toInsertionCase('<!-- a --!>[S]<script></script>'),
  toInsertionCase('<!----!>[S]<script></script><!-- -->'),
  toInsertionCase('<!--!> <script> -->[S]<script></script>'),
  toInsertionCase('<!---!> <script> -->[S]<script></script>'),
  toInsertionCase('<!--> <title></title>[S]<script></script><!-- -->'),
  toInsertionCase('<![CDATA[ ><title></title>[S]<script></script>]]>'),
])('the script is inserted into %j as %j', async (html, expected) => {
  expect(await inject(html)).toBe(expected);
  expect(await inject(html, 1)).toBe(expected);
  expect(await inject(html, 10_000)).toBe(expected);
});

it('a content security policy in the head is extended to allow reports', async () => {
  const html = (first: string, second: string) =>
    `<head><meta charset=utf-8>[S]<meta http-equiv="Content-Security-Policy" content="${first}"><script>"<meta>"</script><meta content='${second}' http-equiv=content-security-policy></head><meta http-equiv=content-security-policy content="connect-src 'none'">`;
  const page = html("script-src 'self'", 'connect-src &#39;none&#39;').replace('[S]', '');
  expect(await inject(page)).toBe(html("script-src 'self'", `connect-src ${proxyOrigin} ws://127.0.0.1:4330`));
});

it('nothing but the script is inserted into any document', async () => {
  const part = fc.constantFrom(
    ...['<', '>', '"', "'", '=', '/', '!', '-', ' ', 'a', '&', '\u00e9', '<head>', '</head>', '<script>', '</script>'],
    ...['<!--', '-->', '<title>', '</title>', '<meta ', 'charset=x>', '<style>', '</style>', '<![CDATA[', ']]>'],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), async (parts, size) => {
      const html = parts.join('');
      expect((await inject(html, size)).replace('[S]', '')).toBe(html);
    }),
  );
});

it.each([
  ['utf16le', '\ufeff<title>a</title><script>b</script>'],
  ['utf16le', '\ufffe<title>a</title><script>b</script>'],
] as const)('a document with a UTF-16 byte order mark passes unchanged', async (encoding, html) => {
  const bytes = Buffer.from(html, encoding);
  for (const size of [1, 2, 10_000]) expect(await injectBytes(bytes, size)).toEqual(bytes);
});
