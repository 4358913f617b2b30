import { describe, expect, it } from 'vitest';
import { findLocaleFaults, type Locales } from '#build/i18n/locale-faults';
import { readPlaceholders, readWrittenTexts } from '#build/i18n/locale-file';
import { readSources } from '#build/i18n/read-sources';
import englishOfNode from '#i18n/english';
import { readMessages } from '#tests/drivers/read-messages';
import { findMessageCalls } from './message-calls';

const english = readMessages('en');
const hindi = readMessages('hi');

it('the messages of the interface are all used, and match in English and Hindi', () => {
  expect(
    findLocaleFaults({
      english,
      others: { hi: hindi },
      written: readWrittenTexts('.', 'en'),
      source: readSources('.'),
    }),
  ).toEqual([]);
  expect(english.size).toBeGreaterThan(1000);
});

it('the messages of the interface include every message of the core, with its values', () => {
  const messagesOfCore = [...findMessageCalls('lib/core'), ...findMessageCalls('lib/panel')];
  expect(messagesOfCore.length).toBeGreaterThan(50);
  expect(messagesOfCore.filter(({ code }) => !english.has(code)).map(({ code }) => code)).toEqual([]);
  const lacking = messagesOfCore.flatMap(({ code, values }) => {
    const { names } = readPlaceholders(english.get(code) ?? '');
    return values === null ? [] : names.filter((name) => !values.includes(name)).map((name) => `${code}: ${name}`);
  });
  expect(lacking).toEqual([]);
});

it('plain Node has all messages that its modules use', () => {
  const read = ['formats', 'json', 'query', 'scenarios'].flatMap((folder) => findMessageCalls(`lib/core/${folder}`));
  const codesOfNode = [...read, ...findMessageCalls('lib/node')].map(({ code }) => code);
  expect(codesOfNode.length).toBeGreaterThan(50);
  expect(codesOfNode.filter((code) => !Object.hasOwn(englishOfNode, code))).toEqual([]);
  const templates = [...english.keys()].filter((key) => /^(jsonFault|filter\.error)\./.test(key));
  expect(templates.filter((code) => !Object.hasOwn(englishOfNode, code))).toEqual([]);
});

describe('locale files', () => {
  const valid: Locales = {
    english: new Map([
      ['list.title', 'Events of {page}'],
      ['list.events', '{count, plural, one {{n} event} other {{n} events}}'],
      ['list.state.sent', 'Sent'],
      ['manifest.name', 'Telemetry'],
    ]),
    others: {
      hi: new Map([
        ['list.title', '{page} के event'],
        ['list.events', '{count, plural, one {{n} event} other {{n} event}}'],
        ['list.state.sent', 'भेजा गया'],
        ['manifest.name', 'Telemetry'],
      ]),
    },
    written: ['Events of {page}', 'Sent', 'Sent', 'The page has no events.'],
    source: `i18n.t('list.title'); i18n.t('list.events', 2); i18n.t(\`list.state.$\{state}\`); name: '__MSG_manifest_name__'; 'sent'`,
  };
  const withHindi = (key: string, text: string) => ({ others: { hi: new Map(valid.others.hi).set(key, text) } });
  const without = (messages: Locales['english'] | undefined, key: string) =>
    new Map([...(messages ?? [])].filter(([each]) => each !== key));

  it.each<[string, Partial<Locales>, string]>([
    ['an unused key', { source: valid.source.replace("i18n.t('list.title')", '') }, 'list.title is unused. Remove it.'],
    ['a missing key', { source: `${valid.source} i18n.t('list.lost')` }, 'list.lost is missing in en.'],
    ['a missing code of the core', { source: `${valid.source} message('a.b', {})` }, 'a.b is missing in en.'],
    ['an unused message code', { source: valid.source.replace("'sent'", '') }, 'list.state.sent is unused. Remove it.'],
    [
      'a sentence in a source file',
      { source: `${valid.source} 'The page has no events.'` },
      '“The page has no events.” is written in a source file, too. Use its key.',
    ],
    [
      'a key missing in Hindi',
      { others: { hi: without(valid.others.hi, 'list.title') } },
      'list.title is missing in hi.',
    ],
    ['a key only in Hindi', withHindi('list.more', 'और'), 'list.more is in hi, but not in en.'],
    [
      'a sentence that is written twice',
      { written: ['No events yet.', 'No events yet.'] },
      '“No events yet.” is written twice in en. Use a YAML alias.',
    ],
    ['an empty text', withHindi('list.title', ' '), 'list.title is empty in hi.'],
    [
      'a different placeholder',
      withHindi('list.title', '{site} के event'),
      'list.title has {site} in hi, but {page} in en.',
    ],
    [
      'lost plural forms',
      withHindi('list.events', '{n} event'),
      'list.events has {n} in hi, but plural forms, {n} in en.',
    ],
  ])('the check of the locale files finds %s', (_, fault, line) => {
    expect(findLocaleFaults({ ...valid, ...fault })).toEqual([line]);
  });

  it('the check of the locale files rejects a text that is not a valid message', () => {
    expect(() => readPlaceholders('{count, plural, one {event}')).toThrow();
  });
});
