import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { formatPanelConfig, type PanelConfig, parsePanelConfig } from '#core/config/panel-config';
import type { Json } from '#core/json/json';
import { type IgnoreRule, MAX_IGNORE_RULES, noPolicy } from '#core/report/finding-policy';
import { readConfig } from '#node/config/read-config';

const SITE = 'localhost:4173';
const ignoreRule: IgnoreRule = { code: 'missing', path: 'edata.pageid', reason: '', site: SITE };

const configWith = (overrides: Partial<PanelConfig['policy']>): PanelConfig => ({
  rules: ['definition', 'ingestion'],
  pipeline: 'obsrv-2',
  pipelineSettings: { maxEventBytes: 2_000_000, maxAgeMonths: null },
  policy: { ...noPolicy, ...overrides },
});

describe('the configuration that the panel exports', () => {
  const config = configWith({
    severities: {
      'definition/missing': 'warning',
      'entity/contradiction': 'off',
      'schema:team/missing': 'info',
      secret: 'error',
    },
    ignore: [
      ignoreRule,
      { code: 'schema:team', filter: 'kind:log', reason: 'known' },
      { path: '', code: 'custom', reason: 'whole event', site: '' },
    ],
  });
  const text = formatPanelConfig(config);

  it('the command line reads the exported configuration with the same policy', () => {
    const result = readConfig(JSON.parse(text), '/project/telemetry-v3.config.json');
    expect(result).toMatchObject({
      ok: true,
      value: {
        rules: ['definition', 'ingestion'],
        pipeline: 'obsrv-2',
        pipelineSettings: { maxEventBytes: 2_000_000, maxAgeMonths: null },
        policy: {
          severities: { 'definition/missing': 'warning', 'schema:team/missing': 'info', secret: 'error' },
          ignore: [
            { code: 'missing', path: 'edata.pageid', reason: `Ignored in the panel (${SITE})` },
            { code: 'schema:team', filter: 'kind:log', reason: 'known' },
            { code: 'custom', path: '', reason: 'whole event' },
          ],
        },
      },
    });
  });

  it('the panel reads the exported configuration, without the sites of ignored findings', () => {
    const result = parsePanelConfig(JSON.parse(text));
    expect(result.ok && result.value.unused).toEqual([]);
    expect(result.ok && formatPanelConfig(result.value.config)).toBe(text);
  });

  it('the exported configuration omits rules that the command line would reject', () => {
    const withUnknownPath = configWith({ ignore: [{ path: 'nowhere.at.all', reason: 'x' }, ignoreRule] });
    expect(readConfig(JSON.parse(formatPanelConfig(withUnknownPath)), '/a.json')).toMatchObject({
      ok: true,
      value: { policy: { ignore: [{ path: 'edata.pageid' }] } },
    });
  });
});

it('a configuration without rule sets and pipeline has the defaults, and the fields that the panel does not use are listed', () => {
  const result = parsePanelConfig({
    $schema: './config.schema.json',
    severities: { 'custom:channel': 'info' },
    customRules: { channel: {} },
    schemas: { team: './schemas' },
    audit: true,
    ignored: [],
    zzz: 1,
  });
  expect(result).toMatchObject({
    ok: true,
    value: {
      config: { rules: ['definition', 'envelope', 'privacy', 'hints'], pipeline: 'sunbird-5.0' },
      unused: [
        { name: 'customRules', isKnown: true, nearest: null },
        { name: 'schemas', isKnown: true, nearest: null },
        { name: 'audit', isKnown: true, nearest: null },
        { name: 'ignored', isKnown: false, nearest: 'ignore' },
        { name: 'zzz', isKnown: false, nearest: null },
      ],
    },
  });
});

it.each<[string, Json, string]>([
  ['an array instead of an object', [], 'A configuration must be an object.'],
  [
    'an unknown rule set',
    { rules: ['privcy'] },
    'rules.0 must be one of definition, envelope, privacy, ingestion, hints; got "privcy". Did you mean privacy?',
  ],
  [
    'an unknown severity',
    { severities: { missing: 'warn' } },
    'severities.missing must be one of error, warning, info, off; got "warn". Did you mean warning?',
  ],
  [
    'a pipeline setting that is not a number',
    { pipelineSettings: { duplicateWindowMs: '1 h' } },
    'pipelineSettings.duplicateWindowMs must be a whole number of at least 1.',
  ],
  [
    'an unknown pipeline setting',
    { pipelineSettings: { maxEventByte: 1 } },
    'pipelineSettings: unknown field maxEventByte. Did you mean maxEventBytes?',
  ],
  ['an unknown code', { severities: { mising: 'off' } }, 'severities: unknown code mising. Did you mean missing?'],
  [
    'an unknown field of an ignored finding',
    { ignore: [{ code: 'missing', reson: 'x', reason: 'y' }] },
    'ignore.0: unknown field reson. Did you mean reason?',
  ],
  ['an ignored finding without a reason', { ignore: [{ code: 'missing' }] }, 'ignore.0.reason is not valid.'],
  [
    'an ignored finding without a code, path or filter',
    { ignore: [{ reason: 'y' }] },
    'ignore.0 needs a code, a path or a filter.',
  ],
  [
    'a path that no finding has',
    { ignore: [{ path: 'edta.id', reason: 'y' }] },
    'ignore.0: no finding has the path edta.id. Did you mean edata?',
  ],
  [
    'a filter by journey state',
    { ignore: [{ filter: 'is:lost', reason: 'y' }] },
    'ignore.0.filter: the command line doesn’t support is:lost.',
  ],
  [
    'too many ignored findings',
    { ignore: Array.from({ length: MAX_IGNORE_RULES + 1 }, () => ({ code: 'missing', reason: 'y' })) },
    'ignore is not valid.',
  ],
])('a configuration with %s is rejected with an error message', (_, value, message) => {
  const result = parsePanelConfig(value);
  expect(result.ok ? null : messageText(result.failure)).toBe(message);
});
