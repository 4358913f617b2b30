import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeSharedData } from '#tests/fixtures/shared-data';
import { runOn } from './run-cli';

/** Published inputs. `index.json` beside them has the source of each. */
const SHARED = '../shared/data/public-2026-11-26';

interface ExpectedOutcome {
  readonly file: string;
  readonly options?: readonly string[];
  /** Each item as `LINE EID VERDICT`. */
  readonly items: readonly string[];
  /** Each finding, in order, as `LINE RULE-SET/CODE PATH`; notices omitted. */
  readonly findings?: readonly string[];
  /** Each hint of severity info, in order, as `LINE CODE PATH`. */
  readonly hints?: readonly string[];
  /** The text of the standard error without the summary. */
  readonly warnings?: string;
  /** Texts that the messages of the findings contain. */
  readonly expectedTexts?: readonly string[];
}

const expectedOutcomes: readonly ExpectedOutcome[] = [
  {
    file: 'ingestion-context-rollup.ndjson',
    options: ['--rules', 'ingestion'],
    items: ['1 INTERACT valid', '2 INTERACT valid', '3 INTERACT valid', '4 INTERACT invalid'],
    findings: ['4 ingestion/wrong-type object.rollup.l1'],
  },
  {
    file: 'gzip-request.har',
    items: ['9 INTERACT valid', '9 INTERACT invalid'],
    findings: ['9 definition/not-in-list edata.type'],
  },
  {
    file: 'secrets-in-urls.ndjson',
    items: [1, 2, 3, 4, 5, 6].map((line) => `${line} LOG invalid`),
    findings: [1, 2, 3, 4, 5, 6].map((line) => `${line} privacy/secret edata.message`),
  },
  {
    file: 'two-faults-one-event.ndjson',
    items: ['1 INTERACT invalid'],
    findings: ['1 definition/missing edata.type', '1 definition/missing edata.id'],
  },
  {
    file: 'notes-with-events.txt',
    items: ['4 IMPRESSION valid', '30 INTERACT valid', '61 IMPRESSION valid'],
    warnings: 'Skipped 2 lines of text, the first of them line 1.\n',
  },
  {
    file: 'doc-with-events.md',
    items: ['6 IMPRESSION valid', '37 INTERACT invalid'],
    findings: ['37 definition/not-in-list edata.type'],
    warnings: 'Skipped 7 lines of text, the first of them line 1.\n',
  },
  { file: 'events-as-texts.json', items: ['1 START valid', '1 INTERACT valid'] },
  {
    file: 'mobile-rows.ndjson',
    items: ['1 INTERACT valid', '2 LOG invalid'],
    findings: ['2 definition/not-in-list edata.level'],
  },
  {
    file: 'obsrv-batch.json',
    items: ['1 INTERACT valid', '1 IMPRESSION invalid'],
    findings: ['1 definition/missing edata.pageid'],
  },
  { file: 'obsrv-one.json', items: ['1 INTERACT valid'] },
  { file: 'har-form-event.har', items: ['9 INTERACT valid'] },
  { file: 'har-bare-event.har', items: ['9 INTERACT valid', '52 INTERACT valid', '52 LOG valid'] },
  { file: 'har-status-as-text.har', items: ['9 INTERACT valid'] },
  {
    file: 'json-texts-as-values.ndjson',
    items: ['1 LOG invalid', '2 INTERACT invalid', '3 AUDIT invalid'],
    findings: [
      '1 definition/wrong-type edata.params',
      '2 definition/wrong-type edata.extra.values',
      '3 definition/wrong-type edata.props',
    ],
    hints: ['3 json-as-text edata.state'],
    expectedTexts: ['JSON'],
  },
  {
    file: 'sentences.ndjson',
    items: ['1 ASSESS invalid', '2 INTERRUPT valid'],
    findings: ['1 definition/wrong-type edata.item.mc.0'],
    expectedTexts: ['edata.item.mc.0 must not be null.', '20 more notices are not listed.'],
  },
  {
    file: 'value-smells.ndjson',
    items: ['AUDIT', 'END', 'IMPRESSION', 'INTERACT', 'INTERACT', 'IMPRESSION', 'INTERACT'].map(
      (eid, index) => `${index + 1} ${eid} valid`,
    ),
    hints: [
      '1 wrong-unit ets',
      '2 wrong-unit edata.duration',
      '3 placeholder context.channel',
      '3 placeholder context.cdata.0.id',
      '3 placeholder edata.pageid',
      '4 placeholder edata.id',
      '5 misplaced-value context.pdata.pid',
      '6 empty-object object',
      '7 misplaced-value edata.pageid',
    ],
  },
  {
    file: 'whole-event-as-argument.ndjson',
    items: ['1 null invalid', '2 null invalid'],
    findings: ['1 hints/wrapped data', '2 hints/wrapped data'],
    expectedTexts: ['data is a whole event. Pass only its edata.'],
  },
  {
    file: 'earlier-version-names.ndjson',
    items: ['1 OE_ITEM_RESPONSE unknown', '2 OE_START unknown', '3 GE_INTERACT unknown', '4 CE_ERROR unknown'],
    findings: [1, 2, 3, 4].map((line) => `${line} hints/earlier-version eid`),
    expectedTexts: ['OE_ITEM_RESPONSE is an event type of V2; in V3 it is RESPONSE.'],
  },
];

describeSharedData(SHARED, 'events of public repositories', () => {
  it.each(expectedOutcomes)(
    'validate returns the expected results for $file',
    async ({ file, options = [], ...outcome }) => {
      const input = readFileSync(join(SHARED, file));
      const { lines, err } = await runOn(input, ['validate', '--format=json', ...options], { chunkBytes: 1_000 });
      expect(lines.map(({ line, eid, verdict }) => `${line} ${eid} ${verdict}`)).toEqual(outcome.items);
      const findings = lines.flatMap(({ line, findings }) => findings.map((finding) => ({ line, ...finding })));
      expect(
        findings
          .filter(({ severity }) => severity !== 'info')
          .map(({ line, ruleSet, code, path }) => `${line} ${ruleSet}/${code} ${path.join('.')}`),
      ).toEqual(outcome.findings ?? []);
      expect(
        findings
          .filter(({ ruleSet, severity }) => ruleSet === 'hints' && severity === 'info')
          .map(({ line, code, path }) => `${line} ${code} ${path.join('.')}`),
      ).toEqual(outcome.hints ?? []);
      expect(err).toBe(outcome.warnings ?? '');
      const sentences = findings.map(({ message }) => message).join('\n');
      for (const sentence of outcome.expectedTexts ?? []) expect(sentences).toContain(sentence);
    },
  );
});
