import { describe, expect, it } from 'vitest';
import { patternOf, watchedPatterns, watchingOf } from '../../../lib/watching/site';

const local = { granted: ['http://localhost/*', 'http://127.0.0.1/*'], stopped: [] };

describe('whether a page is watched', () => {
  it.each([
    ['http://localhost:4173/lesson', 'watched', 'localhost:4173'],
    ['http://127.0.0.1:8080/', 'watched', '127.0.0.1:8080'],
    ['https://localhost/', 'not-watched', 'localhost'],
    ['https://learn.example.org/a?b#c', 'not-watched', 'learn.example.org'],
    ['chrome://settings/', 'unavailable', 'settings'],
    ['file:///tmp/a.html', 'unavailable', 'file:///tmp/a.html'],
    ['about:blank', 'unavailable', 'about:blank'],
    ['', 'unavailable', ''],
  ])('%s is %s', (url, state, host) => {
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
  ])('%s covers https://learn.example.org: %s', (pattern, covered) => {
    const { state } = watchingOf('https://learn.example.org/', { granted: [pattern], stopped: [] });
    expect(state === 'watched').toBe(covered);
  });

  it('is not, where the person stopped it although the extension may', () => {
    const settings = { ...local, stopped: ['http://localhost/*'] };
    expect(watchingOf('http://localhost:4173/', settings).state).toBe('not-watched');
    expect(watchedPatterns(settings)).toEqual(['http://127.0.0.1/*']);
  });

  it('asks for the whole host of a page, without its port', () => {
    expect(patternOf('https://learn.example.org:8443/x')).toBe('https://learn.example.org/*');
  });
});
