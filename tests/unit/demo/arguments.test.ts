import { describe, expect, test } from 'vitest';
import { hasDisplay, parseDemoArguments } from '#demo/arguments';

describe('the arguments of the demo', () => {
  test('none, with a display: a window is shown', () => {
    expect(parseDemoArguments([], true)).toEqual({ ok: true, value: { mode: 'show' } });
  });

  test('none, without a display: the job is done, and the report lies beside the build', () => {
    expect(parseDemoArguments([], false)).toEqual({
      ok: true,
      value: { mode: 'report', file: '.output/demo/report.json', isBuilt: false },
    });
  });

  test('--headless --report out.json', () => {
    expect(parseDemoArguments(['--headless', '--report', 'out.json'], true)).toEqual({
      ok: true,
      value: { mode: 'report', file: 'out.json', isBuilt: false },
    });
    expect(parseDemoArguments(['--headless', '--built'], true)).toMatchObject({ value: { isBuilt: true } });
  });

  test('--report=out.json alone asks for the job too', () => {
    expect(parseDemoArguments(['--report=out.json'], true)).toMatchObject({ value: { mode: 'report' } });
  });

  test.each([
    { args: ['--report'], names: '--report' },
    { args: ['--report='], names: '--report' },
    { args: ['--wat'], names: '--wat' },
    { args: ['out.json'], names: 'out.json' },
  ])('$args is refused in words that name it and show the usage', ({ args, names }) => {
    const parsed = parseDemoArguments(args, true);
    expect(parsed).toEqual({ ok: false, failure: expect.stringContaining(names) });
    expect(parsed).toEqual({ ok: false, failure: expect.stringContaining('. Usage: npm run demo [-- --headless') });
  });
});

describe('a display', () => {
  test.each([
    { platform: 'linux' as const, env: {}, there: false },
    { platform: 'linux' as const, env: { DISPLAY: '' }, there: false },
    { platform: 'linux' as const, env: { DISPLAY: ':1' }, there: true },
    { platform: 'linux' as const, env: { WAYLAND_DISPLAY: 'wayland-0' }, there: true },
    { platform: 'darwin' as const, env: {}, there: true },
    { platform: 'win32' as const, env: {}, there: true },
  ])('a display on $platform with $env: $there', ({ platform, env, there }) => {
    expect(hasDisplay(platform, env)).toBe(there);
  });
});
