import { afterEach, describe, expect, it } from 'vitest';
import { findingText } from '#components/i18n/finding-text.ts';
import { headlineText } from '#components/i18n/headline-text.ts';
import { checkCall } from '#core/rules/default-rule-sets';
import { readMessages } from '#tests/drivers/read-messages';
import { showLanguage } from '#tests/drivers/show-language';
import { waitFor } from '#tests/drivers/wait-for';
import { callOf, findingOf, recordOf } from '#tests/fixtures/records';

afterEach(() => showLanguage('en'));

const isHindi = (text: string) => /\p{Script=Devanagari}/u.test(text);
const english = readMessages('en');
const hindi = readMessages('hi');

it.each(['findings.sentence', 'definitions', 'rules'])('each Hindi text of %s is in Devanagari script', (area) => {
  const sentences = [...english].filter(([key, text]) => key.startsWith(`${area}.`) && text.split(' ').length > 2);
  expect(sentences.filter(([key]) => !isHindi(hindi.get(key) ?? ''))).toEqual([]);
  expect(sentences.length).toBeGreaterThan(40);
});

/** Other spellings and words for terms of `docs/glossary.md`. */
const OTHER_WORDS =
  /ग़लत|ख़त्म|ख़राब|आख़िर|सेशन|इवेंट|पाइपलाइन|पैनल|टैब|सहेज|अनजान|चिपका|केवल|(?<![\w.])(events|findings|files|requests|logs|captures|tabs|values)(?![\w.])/;

it('Hindi texts use the words of the glossary, in one spelling and without English plurals', () => {
  const others = [...hindi].filter(([, text]) =>
    OTHER_WORDS.test(text.replace(/“[^”]*”|\{[a-z]+\}|\{[a-z]+, plural,/gi, '')),
  );
  expect(others.filter(([key, text]) => isHindi(text) && !key.startsWith('commandMenu.synonyms.'))).toEqual([]);
});

describe('Hindi', () => {
  const [finding] = checkCall('log', [{ type: 'system', level: 'INFO' }]).findings;

  it('a page in Hindi shows findings with the Hindi note of the field', () => {
    if (!finding) throw new Error('A log without a message has a finding.');
    expect(findingText(finding)).toBe('data.message is required. Expected a string: log message.');
    showLanguage('hi');
    expect(findingText(finding)).toBe('data.message ज़रूरी है। यहाँ string चाहिए: Log का संदेश।');
  });

  it('a page in Hindi shows defaults, empty strings and types of a finding in Hindi', () => {
    showLanguage('hi');
    const item = { id: 'q1', maxscore: 1, exlength: 3, params: 'none', uri: '', desc: '', title: '', mmc: [], mc: [] };
    const { findings } = checkCall('assess', [{ item, pass: '', resvalues: [], duration: 2 }]);
    const shown = findings.map(findingText);
    expect(shown).toContain('data.item.params का type एक-एक key-value वाले object का array होना चाहिए; मिला "none"।');
    expect(shown).toContain('data.pass इनमें से एक होना चाहिए: Yes, No; मिला "" (खाली string)।');
    expect(shown).toContain('data.score सेट नहीं है। डिफ़ॉल्ट: pass Yes हो तो 1, No हो तो 0।');
  });

  it('a page in Hindi formats the counts of a finding with Hindi grouping', () => {
    const found = { reason: 'found-array', items: 1_234_567 } as const;
    const finding = findingOf({ params: { reason: 'wrong-type', found, need: 'string' } });
    expect(findingText(finding)).toContain('1,234,567');
    showLanguage('hi');
    expect(findingText(finding)).toContain('12,34,567');
  });

  it('a page in Hindi shows headlines in Hindi, and leaves the record unchanged', async () => {
    const search = { type: 'content', query: 'empty results', size: 12, topn: [] };
    const call = callOf({ method: 'search', args: [search] });
    const record = recordOf(1, { kind: 'search', headline: 'content · “empty results” · 12 results', call });
    expect(headlineText(record)).toBe(record.headline);
    showLanguage('hi');
    await waitFor(() => expect(headlineText(record)).toBe('content · “empty results” · 12 नतीजे'));
    expect(headlineText({ ...record, call: null, event: null })).toBe(record.headline);
  });
});
