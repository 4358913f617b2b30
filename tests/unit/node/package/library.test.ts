import { describe, expect, it } from 'vitest';
import { type Capture, readCapture, sampleCall, validate, writeCapture } from '#node/package/index';

const event = { eid: 'LOG', edata: { type: 'a', level: 'INFO', message: 'ann@example.org' } };
const emptyCapture: Capture = { records: [], navigations: [], frames: [] };

/** Gives a value any type, because programs may be written in JavaScript. */
const untyped = (value: unknown) => value as never;

describe('invalid arguments in JavaScript', () => {
  it('validating with a rule set that has no id or no check function throws a sentence about it', () => {
    for (const rule of [null, undefined, {}, 3, { id: 'custom:a' }, { check: () => [] }])
      expect(() => validate(event, { rules: untyped([rule]) })).toThrow(
        'A rule set is a name, or an object with id and check.',
      );
  });

  it('validating with rules that are not a list, or with an unknown pipeline, throws a sentence', () => {
    expect(() => validate(event, { rules: untyped('definition') })).toThrow('rules must be a list of rule sets.');
    expect(() => validate(event, { pipeline: untyped(null) })).toThrow('Unknown pipeline null.');
  });

  it('a capture is not written if its format, an option, or the value of secrets is unknown', async () => {
    const read = await readCapture(JSON.stringify(event));
    const capture = read.ok ? read.value : emptyCapture;
    const write = (options: unknown) => () => writeCapture(capture, 'ndjson', untyped(options));
    expect(write({ secrets: 'redact' })()).not.toContain('ann@example.org');
    expect(write({ secrets: 'keep' })()).toContain('ann@example.org');
    for (const secrets of ['Redact', 'redacted', true, null])
      expect(write({ secrets })).toThrow(`Unknown secrets value ${JSON.stringify(secrets)}.`);
    expect(write({ secret: 'redact' })).toThrow('Unknown option "secret". Did you mean secrets?');
    expect(() => writeCapture(capture, untyped('cvs'))).toThrow('Unknown format "cvs". Did you mean csv?');
    expect(() => writeCapture(capture, untyped('constructor'))).toThrow('Unknown format "constructor".');
  });

  it('requesting a sample of an unknown kind throws a sentence with the closest kind', () => {
    expect(() => sampleCall(untyped('intract'))).toThrow('Unknown kind "intract". Did you mean interact?');
    expect(() => sampleCall(untyped('__proto__'))).toThrow('Unknown kind "__proto__".');
  });
});

describe('reading a capture', () => {
  it('the parts of a text that were skipped are listed beside the events', async () => {
    const read = await readCapture(`${JSON.stringify(event)}\n{"eid":\n${JSON.stringify(event)}\n7`);
    expect(read).toMatchObject({ ok: true, value: { records: [{ name: 'LOG' }, { name: 'LOG' }] } });
    expect(read.ok && read.value.warnings).toEqual([expect.stringContaining('Line 2')]);
    expect(await readCapture(JSON.stringify(event))).toMatchObject({ value: { warnings: [] } });
  });
});
