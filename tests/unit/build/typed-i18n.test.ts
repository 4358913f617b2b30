import { expect, it } from 'vitest';
import { writeTypedI18n } from '../../../build/typed-i18n';

it('writes another index of the texts, and nothing else', () => {
  const entries = [
    { path: '/project/.wxt/i18n/index.ts', text: 'createI18n<GeneratedI18nStructure>()' },
    { path: '/project/.wxt/i18n/structure.d.ts', text: 'structure' },
  ];
  writeTypedI18n(null, entries);
  expect(entries[0]?.text).toContain('TypedWords<GeneratedI18nStructure>');
  expect(entries[1]?.text).toBe('structure');
});

it('throws where the module writes no index', () => {
  expect(() => writeTypedI18n(null, [{ path: 'other.ts', text: '' }])).toThrow('elsewhere');
});
