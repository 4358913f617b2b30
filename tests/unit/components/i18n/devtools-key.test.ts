import { expect, it } from 'vitest';
import { devtoolsKey } from '#components/i18n/devtools-key.ts';

it.each([
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36', '⌥⌘I'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'F12'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'F12'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36', 'Ctrl+Shift+I'],
])('the key that opens DevTools depends on the user agent: %s', (userAgent, key) => {
  expect(devtoolsKey(userAgent)).toBe(key);
});
