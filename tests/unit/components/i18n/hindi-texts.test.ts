import { afterEach, describe, expect, it } from 'vitest';
import { definitionText, setDefinitionLanguage } from '#components/i18n/definition-text.ts';
import { findingText } from '#components/i18n/finding-text.ts';
import { headlineText, setHeadlineTranslator } from '#components/i18n/headline-text.ts';
import { hindiDefinitions } from '#components/i18n/hindi/hindi-definitions.ts';
import { useHindiInPanel } from '#components/i18n/hindi/hindi-in-panel.ts';
import { pairsOfRules } from '#components/i18n/hindi/hindi-in-reference.ts';
import { pairsOf, pairsOfFields } from '#components/i18n/hindi/texts-by-english.ts';
import { checkCall } from '#core/rules/checks';
import { catalog } from '#core/telemetry/catalog';
import { compiledOf } from '#core/telemetry/compiled';
import { envelopeFields } from '#core/telemetry/envelope';
import { allFields, type Field } from '#core/telemetry/fields';
import { generalInterpretations } from '#core/telemetry/interpretations';
import { eventKinds } from '#core/telemetry/kinds';
import { messagesOf } from '#tests/drivers/read-messages';
import { showLanguage } from '#tests/drivers/show-language';
import { callOf, findingOf, recordOf } from '#tests/fixtures/records';

afterEach(() => {
  showLanguage('en');
  setDefinitionLanguage(new Map());
  setHeadlineTranslator(null);
});

const pairs = [
  ...pairsOf(hindiDefinitions),
  ...pairsOfFields(envelopeFields(), hindiDefinitions.envelope),
  ...pairsOfRules(),
];

function showHindi(): void {
  useHindiInPanel();
  showLanguage('hi');
}

const isHindi = (text: string) => /\p{Script=Devanagari}/u.test(text);
const hasTexts = ({ note, reading }: Field) => note !== '' || reading !== null;
const pathOf = ({ path }: Field) => path.join('.');

it('Hindi has a sentence for every finding', () => {
  const hindi = messagesOf('hi');
  const sentences = [...messagesOf('en').keys()].filter((key) => key.startsWith('findings.sentence.'));
  const untranslated = sentences.filter((key) => !isHindi(hindi.get(key) ?? ''));
  expect(untranslated).toEqual(['findings.sentence.custom']);
  expect(sentences.length).toBeGreaterThan(50);
});

it('Hindi has each text of each kind, and of no field that is not in its definition', () => {
  const isLacking = (english: string, hindi = '') => hindi === '' || (english.split(' ').length > 2 && !isHindi(hindi));
  const lacking = pairs.filter(([english, hindi]) => isLacking(english, hindi));
  expect(lacking).toEqual([]);
  for (const kind of eventKinds) {
    const { fields, rules = {}, defaults = {} } = hindiDefinitions.kinds[kind];
    const listed = allFields(compiledOf(kind).fields);
    const shown = listed.filter(hasTexts).map(pathOf);
    expect({ kind, fields: Object.keys(fields).sort() }).toEqual({ kind, fields: shown.sort() });
    const ruled = (catalog[kind].rules ?? []).map(({ field }) => field).sort();
    const hindiRules = Object.entries(rules).flatMap(([field, texts]) => texts.map(() => field));
    expect({ kind, rules: hindiRules.sort() }).toEqual({ kind, rules: ruled });
    const inWords = listed.filter(
      ({ defaultText, defaultValue }) => defaultText !== null && defaultValue === undefined,
    );
    expect({ kind, defaults: Object.keys(defaults) }).toEqual({ kind, defaults: inWords.map(pathOf) });
  }
  const ofEnvelope = allFields(envelopeFields()).filter(hasTexts).map(pathOf);
  expect(Object.keys(hindiDefinitions.envelope).sort()).toEqual(ofEnvelope.sort());
  expect(Object.keys(hindiDefinitions.readings)).toEqual(generalInterpretations.map(({ point }) => point));
});

it('Hindi has one text for one text, wherever it is', () => {
  const texts = new Map<string, Set<string | undefined>>();
  for (const [english, hindi] of pairs) {
    texts.set(english, (texts.get(english) ?? new Set()).add(hindi));
  }
  expect([...texts].filter(([, hindi]) => hindi.size > 1)).toEqual([]);
  expect(texts.size).toBeGreaterThan(100);
});

it('Hindi has every type of a field and every word of a headline', () => {
  const fields = [...eventKinds.flatMap((kind) => compiledOf(kind).fields), ...envelopeFields()];
  const types = new Set(allFields(fields).map(({ typeText }) => typeText));
  expect([...types].filter((type) => !(type in hindiDefinitions.types))).toEqual([]);
  const parts = eventKinds.flatMap((kind) => catalog[kind].headline);
  const words = parts.flatMap((part) =>
    typeof part === 'string'
      ? part.includes('{')
        ? (part.replace(/\{[^}]+\}/g, '').match(/[a-z]+/g) ?? [])
        : []
      : [part.one, part.many, ...(part.none === undefined ? [] : [part.none])],
  );
  expect(new Set(words)).toEqual(new Set(Object.keys(hindiDefinitions.headlines)));
});

describe('Hindi', () => {
  const [finding] = checkCall('log', [{ type: 'system', level: 'INFO' }]).findings;

  it('A page in Hindi says findings with the note of the field in Hindi', () => {
    if (!finding) throw new Error('A log without a message has a finding.');
    expect(findingText(finding)).toBe('data.message is required. Expected a string: log message.');
    showHindi();
    expect(findingText(finding)).toBe('data.message ज़रूरी है। यहाँ string चाहिए: Log का संदेश।');
  });

  it('A page in Hindi says defaults, empty strings and types of a finding in Hindi', () => {
    showHindi();
    const item = { id: 'q1', maxscore: 1, exlength: 3, params: 'none', uri: '', desc: '', title: '', mmc: [], mc: [] };
    const { findings } = checkCall('assess', [{ item, pass: '', resvalues: [], duration: 2 }]);
    const shown = findings.map(findingText);
    expect(shown).toContain('data.item.params का type एक-एक key-value वाले object का array होना चाहिए; मिला "none"।');
    expect(shown).toContain('data.pass इनमें से एक होना चाहिए: Yes, No; मिला "" (खाली string)।');
    expect(shown).toContain('data.score सेट नहीं है। डिफ़ॉल्ट: pass Yes हो तो 1, No हो तो 0।');
  });

  it('A page in Hindi writes the counts of a finding as Hindi does', () => {
    const found = { reason: 'found-array', items: 1_234_567 } as const;
    const finding = findingOf({ params: { reason: 'wrong-type', found, need: 'string' } });
    expect(findingText(finding)).toContain('1,234,567');
    showHindi();
    expect(findingText(finding)).toContain('12,34,567');
  });

  it('A page in Hindi shows headlines in Hindi, and leaves the record unchanged', () => {
    const search = { type: 'content', query: 'empty results', size: 12, topn: [] };
    const call = callOf({ method: 'search', args: [search] });
    const record = recordOf(1, { kind: 'search', headline: 'content · “empty results” · 12 results', call });
    expect(headlineText(record)).toBe(record.headline);
    showHindi();
    expect(headlineText(record)).toBe('content · “empty results” · 12 नतीजे');
    expect(headlineText({ ...record, call: null, event: null })).toBe(record.headline);
  });

  it('A page in Hindi shows in English what the definitions of a later version add', () => {
    showHindi();
    expect(definitionText('A note that no definition has.')).toBe('A note that no definition has.');
    expect(definitionText('Content id.')).toBe('Content ID।');
  });
});
