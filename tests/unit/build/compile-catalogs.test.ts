import { describe, expect, test } from 'vitest';
import { catalogSource, nodeCatalogSource } from '#build/i18n/compile-catalogs';
import english from '#i18n/english';

describe('Messages for plain Node', () => {
  const counted = new Map([['count.event', '{count, plural, one {# event} other {# events}}']]);
  const plain = new Map([['fault', 'Line {line}: {message}']]);

  test('messages with numbers are formatted without the locale data of @messageformat', () => {
    expect(catalogSource({ language: 'en', messages: counted })).toMatch(
      /import \{[^}]*number[^}]*\} from "@messageformat/,
    );
    expect(nodeCatalogSource(counted)).not.toMatch(/import \{[^}]*number[^}]*\} from "@messageformat/);
    expect(nodeCatalogSource(counted)).toContain('#core/telemetry/wording');
  });

  test('messages without numbers import no number formatter', () => {
    expect(nodeCatalogSource(plain)).toBe(catalogSource({ language: 'en', messages: plain }));
  });

  test('numbers from a thousand on have group separators', () => {
    expect(english['pipeline.effect.split']?.({ items: 1 })).toBe('1 SHARE_ITEM event is made of it.');
    expect(english['pipeline.effect.split']?.({ items: 1_234_567 })).toBe(
      '1,234,567 SHARE_ITEM events are made of it.',
    );
  });
});
