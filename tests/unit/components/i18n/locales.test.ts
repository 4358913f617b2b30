import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { messageNamesOf } from '#tests/drivers/read-messages';
import { messageCalls } from './message-calls';

const english = messageNamesOf('en');
const hindi = messageNamesOf('hi');

describe('The words of the interface', () => {
  it('The words of the interface are the same ones in English and in Hindi', () => {
    expect([...hindi.keys()]).toEqual([...english.keys()]);
  });

  it('The words of the interface have the same values and plural forms in Hindi, and none is empty', () => {
    for (const [key, text] of english) {
      const translated = hindi.get(key) ?? '';
      expect({ key, values: valuesOf(translated) }).toEqual({ key, values: valuesOf(text) });
      expect({ key, forms: formsOf(translated) }).toEqual({ key, forms: formsOf(text) });
      expect({ key, isEmpty: translated.trim() === '' }).toEqual({ key, isEmpty: false });
    }
  });

  it('The words of the interface have names that differ by more than letter case, as Firefox ignores the case', () => {
    const names = [...english.keys()];
    const first = new Map(names.toReversed().map((name) => [name.toLowerCase(), name]));
    expect(names.filter((name) => first.get(name.toLowerCase()) !== name)).toEqual([]);
  });

  it('The words of the interface hold no dollar sign, which the browser takes for a place of its own and omits', () => {
    const texts = [...english.values(), ...hindi.values()];
    expect(texts.filter((text) => text.includes('$'))).toEqual([]);
  });

  it('The words of the interface have every message of the core, with the values that it gives', () => {
    const asked = messageCalls('lib/core');
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter(({ code }) => !english.has(asMessage(code))).map(({ code }) => code)).toEqual([]);
    const lacking = asked.flatMap(({ code, values }) => {
      const places = valuesOf(english.get(asMessage(code)) ?? '').map((place) => place.slice(1, -1));
      return values === null
        ? []
        : places.filter((place) => !values.includes(place)).map((place) => `${code}: ${place}`);
    });
    expect(lacking).toEqual([]);
  });

  it('The words of the interface are all asked for somewhere in the source', () => {
    const source =
      ['components', 'entrypoints', 'lib'].flatMap(sourcesIn).join() + readFileSync('wxt.config.ts', 'utf8');
    const named = new Set(
      [...source.matchAll(/['`]((?:\w+\.)+\w+)['`]|__MSG_(\w+)__/g)].map(([, key, message]) => key ?? message),
    );
    // A key may be put together, from a name that is checked by its type: `scenarios.states.${status}`.
    const beginnings = [...source.matchAll(/`((?:\w+\.)+)\$\{/g)].map(([, beginning = '']) => asMessage(beginning));
    const asked = new Set([...named].map((key = '') => asMessage(key)));
    const isAsked = (key: string) => asked.has(key) || beginnings.some((beginning) => isRightBelow(beginning, key));
    expect([...english.keys()].filter((key) => !isAsked(key))).toEqual([]);
  });
});

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|html)$/.test(path))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'));
}

function asMessage(key: string): string {
  return key.replaceAll('.', '_');
}

function isRightBelow(beginning: string, key: string): boolean {
  return key.startsWith(beginning) && !key.slice(beginning.length).includes('_');
}

/** The places of values in a text, of all its plural forms. */
function valuesOf(text: string): readonly string[] {
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
}

function formsOf(text: string): number {
  return text.split(' | ').length;
}
