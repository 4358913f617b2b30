import { expect, it } from 'vitest';
import { matchPatternOf, unwatchedFramesOf, watchedPatterns, watchingOf } from '#core/util/site';

const hosts = ['http://localhost/*', 'http://127.0.0.1/*'];
const local = { granted: hosts, selected: hosts };

it.each([
  ['http://localhost:4173/lesson', 'watched', 'localhost:4173'],
  ['http://127.0.0.1:8080/', 'watched', '127.0.0.1:8080'],
  ['https://localhost/', 'not-watched', 'localhost'],
  ['https://learn.example.org/a?b#c', 'not-watched', 'learn.example.org'],
  ['chrome://settings/', 'unavailable', 'settings'],
  ['file:///tmp/a.html', 'unavailable', 'file:///tmp/a.html'],
  ['about:blank', 'unavailable', 'about:blank'],
  ['', 'unavailable', ''],
])('the capture state of the page “%s” is %s', (url, state, host) => {
  expect(watchingOf(url, local)).toEqual({ state, host });
});

it.each([
  ['<all_urls>', true],
  ['*://*/*', true],
  ['https://*/*', true],
  ['http://*/*', false],
  ['https://*.example.org/*', true],
  ['https://example.org/*', false],
  ['https://learn.example.org/*', true],
])('access to %s allows capture at https://learn.example.org: %s', (pattern, isWatched) => {
  const settings = { granted: [pattern], selected: ['https://learn.example.org/*'] };
  const { state } = watchingOf('https://learn.example.org/', settings);
  expect(state === 'watched').toBe(isWatched);
});

it('a page is not captured if the user disabled capture, even if the extension has access', () => {
  const settings = { ...local, selected: ['http://127.0.0.1/*'] };
  expect(watchingOf('http://localhost:4173/', settings).state).toBe('not-watched');
  expect(watchedPatterns(settings)).toEqual(['http://127.0.0.1/*']);
});

it('a page is not captured if access was granted for logging in only', () => {
  const settings = { ...local, granted: [...hosts, 'https://id.example.org/*'] };
  expect(watchingOf('https://id.example.org/', settings).state).toBe('not-watched');
});

it('the match pattern of a page covers the whole host, without its port', () => {
  expect(matchPatternOf('https://learn.example.org:8443/x')).toBe('https://learn.example.org/*');
});

it('frames of a page that could be captured but aren’t are counted by site', () => {
  const urls = [
    'https://player.example/a',
    'http://localhost:4173/quiz',
    'about:blank',
    'https://ads.example/',
    'https://player.example/b',
    'not a URL',
  ];
  expect(unwatchedFramesOf(urls, local)).toEqual([
    { host: 'player.example', url: 'https://player.example/b', count: 2 },
    { host: 'ads.example', url: 'https://ads.example/', count: 1 },
  ]);
});
