import { describe, expect, it } from 'vitest';
import type { CliDeps } from '#node/cli/cli-deps';
import { validate } from '#node/package/validate-items';
import { eventOf } from '../../core/telemetry/sample-events';
import { runOn } from './run-cli';

const click = eventOf('interact', { type: 'CLICK', id: 'next' });
const wholeEvent = eventOf('log', eventOf('log', { type: 'system', level: 'INFO', message: 'm' }));

async function verdictsOf(item: unknown, args: readonly string[] = [], deps: Partial<CliDeps> = {}) {
  const text = `${JSON.stringify(item)}\n`;
  // The second line has the shape of the first.
  const { lines } = await runOn(text + text, ['validate', '-', '--format', 'json', ...args], {
    chunkBytes: 4096,
    deps,
  });
  expect(lines[1]?.verdicts).toEqual(lines[0]?.verdicts);
  return lines[0]?.verdicts;
}

describe('verdicts of rule sets', () => {
  it('each rule set has its own verdict in addition to the overall verdict', async () => {
    expect(await verdictsOf(click, ['--rules', 'definition,ingestion'])).toEqual({
      definition: 'invalid',
      ingestion: 'valid',
    });
    expect(await verdictsOf(eventOf('interrupt', { type: 'x' }), ['--rules', 'ingestion'])).toEqual({
      ingestion: 'valid',
    });
  });

  it('a rule set has no verdict for an item that it does not check', async () => {
    const call = { method: 'log', args: [{}] };
    expect(await verdictsOf(call, ['--rules', 'definition,envelope,ingestion'])).toEqual({ definition: 'invalid' });
    expect(await verdictsOf({ neither: true })).toEqual({});
  });

  it('a rule set whose errors are replaced by a hint still has its verdict', async () => {
    const rules = ['--rules', 'definition,envelope,hints'];
    expect(await verdictsOf(wholeEvent, rules)).toEqual({ definition: 'invalid', envelope: 'valid', hints: 'invalid' });
    const noData = eventOf('log', 'text');
    expect(await verdictsOf(noData, rules)).toEqual({ definition: 'invalid', envelope: 'invalid', hints: 'valid' });
  });

  it('an event of an unknown kind is unknown by the definition, and invalid by ingestion', async () => {
    const other = eventOf('log', {}, { eid: 'OTHER' });
    expect(await verdictsOf(other, ['--rules', 'definition,ingestion'])).toEqual({
      definition: 'unknown',
      ingestion: 'invalid',
    });
  });

  it('severities and ignored findings of the configuration apply to the verdict of a rule set', async () => {
    const config = { severities: { 'definition/not-in-list': 'warning' }, ignore: [{ code: 'wrapped', reason: 'r' }] };
    const deps = { readText: async () => JSON.stringify(config) };
    const args = ['--config', 'c.json', '--rules', 'definition,hints'];
    expect(await verdictsOf(click, args, deps)).toEqual({ definition: 'valid', hints: 'valid' });
  });

  it.each(['warning', 'info', 'off'])(
    'a wrapped event is invalid by the definition if the severity of its hint is %s',
    async (severity) => {
      const readText = async () => JSON.stringify({ severities: { 'hints/wrapped': severity } });
      const args = ['--config', 'c.json', '--rules', 'definition,envelope,hints'];
      const verdicts = { definition: 'invalid', envelope: 'valid', hints: 'valid' };
      expect(await verdictsOf(wholeEvent, args, { readText })).toEqual(verdicts);
      const call = { method: 'log', args: [wholeEvent] };
      expect(await verdictsOf(call, args, { readText })).toEqual({ definition: 'invalid', hints: 'valid' });
      const { lines } = await runOn(JSON.stringify(wholeEvent), ['validate', '-', '--format', 'json', ...args], {
        deps: { readText },
      });
      expect(lines[0]?.verdict).toBe('invalid');
    },
  );

  it('the verdict of imported schemas has the name of their set', async () => {
    const readBytes = async () => new TextEncoder().encode(JSON.stringify({ required: ['school'] }));
    const args = ['--schemas', 'strict=strict.json', '--rules', 'ingestion'];
    expect(await verdictsOf(click, args, { readBytes })).toEqual({ ingestion: 'valid', 'schema:strict': 'invalid' });
  });

  it('imported schemas have no verdict for an event that none of them applies to', async () => {
    const readBytes = async () => new TextEncoder().encode(JSON.stringify({ required: ['school'] }));
    const args = ['--schemas', 'strict=end.json', '--rules', 'ingestion'];
    expect(await verdictsOf(click, args, { readBytes })).toEqual({ ingestion: 'valid' });
    const end = eventOf('end', { type: 'player' });
    expect(await verdictsOf(end, args, { readBytes })).toEqual({ ingestion: 'valid', 'schema:strict': 'invalid' });
  });

  it('the validate function of the library returns a verdict for each rule set', () => {
    expect(validate(click, { rules: ['definition', 'ingestion'] }).verdicts).toEqual({
      definition: 'invalid',
      ingestion: 'valid',
    });
    expect(validate('text').verdicts).toEqual({});
  });
});

it.each([
  [{ ruels: ['privacy'] }, 'Unknown option "ruels"'],
  [{ rules: 'definition' }, 'rules must be a list of rule sets.'],
  [{ rules: ['nope'] }, 'Unknown rule set "nope"'],
  [{ pipeline: 'nope' }, 'Unknown pipeline "nope"'],
])('validate of the library throws for the options %j', (options, message) => {
  expect(() => validate({}, options as object)).toThrow(new RegExp(`^${message}`));
});

it('validate of the library throws for a circular value', () => {
  const event: Record<string, unknown> = { eid: 'LOG' };
  event.edata = { event };
  expect(() => validate(event as never)).toThrow('nested deeper than 200 levels, or contains itself');
});
