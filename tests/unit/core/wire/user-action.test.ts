import { expect, it } from 'vitest';
import { readReport } from '#core/wire/hook-report';
import type { ActionReport } from '#core/wire/page-messages';
import { MAX_ACTION_CHARS } from '#core/wire/report-limits';
import { MAX_SELECTOR_CHARS } from '#core/wire/user-action';
import { callReport } from '#tests/fixtures/watched-page';

const report: ActionReport = {
  type: 'click',
  at: 5,
  tag: 'button',
  id: '',
  within: '',
  class: '',
  text: '',
};

/** Returns the user action in the report of a call, or `undefined` if the report is rejected. */
function readAction(overrides: Partial<Record<keyof ActionReport, unknown>>) {
  const call = callReport('c1', {}, { at: 9, origin: { action: { ...report, ...overrides } } });
  const [observation] = readReport(JSON.stringify([call])).observations;
  return observation?.type === 'called' ? observation.origin?.action : undefined;
}

it.each([
  [{}, 'button'],
  [{ class: ' play  big\n' }, 'button.play.big'],
  [{ class: 'a b c d e' }, 'button.a.b.c'],
  [{ id: 'play', within: 'play', class: 'big' }, 'button#play.big'],
  [{ within: 'menu', class: 'big' }, '#menu button.big'],
  [{ id: '1:a', within: '1:a' }, 'button#\\31 \\:a'],
  [{ tag: 'x-player', class: 'w-1/2' }, 'x-player.w-1\\/2'],
])('the selector of an element of %j is %s', (overrides, selector) => {
  expect(readAction(overrides)?.selector).toBe(selector);
});

it('the selector of an element is limited in length', () => {
  const long = 'a'.repeat(MAX_ACTION_CHARS);
  expect(readAction({ id: long, within: long, class: long, tag: 'x'.repeat(9_000) })?.selector).toHaveLength(
    MAX_SELECTOR_CHARS,
  );
});

it('the text of an element is collapsed to one short line', () => {
  expect(readAction({ text: '\n    Next\n    page\u00a0\t2 ' })?.text).toBe('Next page 2');
  expect(readAction({ text: 'n'.repeat(MAX_ACTION_CHARS) })?.text).toBe(`${'n'.repeat(79)}…`);
});

it('the text of an element is empty if a key was pressed while no element had focus', () => {
  expect(readAction({ tag: 'body', text: 'The whole page' })).toMatchObject({
    tag: 'body',
    text: '',
    selector: 'body',
  });
});

it.each([{ type: 'mouseover' }, { at: 'now' }, { text: 'n'.repeat(MAX_ACTION_CHARS + 1) }, { id: null }, { tag: 1 }])(
  'a forged user action is rejected: %j',
  (overrides) => {
    expect(readAction(overrides)).toBeUndefined();
  },
);
