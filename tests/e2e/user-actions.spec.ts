import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import type { UserAction } from '#core/journey/record';
import { readRecords } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

/** The hooks that pages of watched sites get when they load. */
const readRegisteredHooks = (panel: Frame) =>
  panel.evaluate(`chrome.scripting.getRegisteredContentScripts({ ids: ['page-hook'] }).then(([{ js }]) => js)`);

/** Selects in the settings what is recorded of calls. Waits until new pages get the matching hook. */
async function selectRecording(
  panel: Frame,
  { actions, stacks }: { actions: boolean; stacks: boolean },
): Promise<void> {
  await panel.getByRole('button', { name: t('settings.title') }).click();
  await panel.getByRole('checkbox', { name: t('userAction.record') }).setChecked(actions);
  await panel.getByRole('checkbox', { name: t('callStack.record') }).setChecked(stacks);
  await panel
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .click();
  const parts = ['page-hook', ...(stacks ? ['stacks'] : []), ...(actions ? ['actions'] : [])];
  await expect.poll(() => readRegisteredHooks(panel)).toEqual([`${parts.join('-')}.js`]);
}

/** A minimal SDK, and elements whose handlers call it. */
const PLAYER = `
const nothing = () => undefined;
globalThis.EkTelemetry = {
  initialize: nothing, start: nothing, end: nothing, impression: nothing, assess: nothing, response: nothing,
  interact(data) { document.dispatchEvent(new CustomEvent('TelemetryEvent', { detail: { eid: 'INTERACT', edata: data } })); },
};
const tell = (id) => EkTelemetry.interact({ id, type: 'CLICK' });
document.body.innerHTML = \`
  <main id="lesson">
    <button class="play"><svg width="20" height="20"><rect width="20" height="20"/></svg> Play</button>
    <input id="answer" aria-label="Answer" value="">
    <input id="pin" type="password" aria-label="PIN">
    <x-card></x-card>
    <button class="later">Later</button>
    <button class="halt">Halt</button>
  </main>\`;
const find = (selector) => document.querySelector(selector);
find('.play').addEventListener('click', () => { find('.play').textContent = 'Pause'; tell('play'); });
find('#answer').addEventListener('change', () => tell('answer'));
find('#pin').addEventListener('keydown', () => tell('pin'));
find('.later').addEventListener('click', () => setTimeout(() => tell('later'), 300));
find('.halt').addEventListener('pointerdown', () => { throw new Error('of the page'); });
find('.halt').addEventListener('click', (event) => { event.stopImmediatePropagation(); tell('halt'); });
const root = find('x-card').attachShadow({ mode: 'open' });
root.innerHTML = '<button class="card">Open <b>card</b></button>';
root.firstChild.addEventListener('click', () => tell('card'));
setTimeout(() => tell('by-itself'));
`;

/** Ways in which a page may break the methods that a listener needs. */
const PATCHED = `
EventTarget.prototype.addEventListener = new Proxy(EventTarget.prototype.addEventListener, {
  apply(target, self, [type, listener, options]) {
    if (self === window) throw new Error('no listeners of the window');
    return Reflect.apply(target, self, [type, listener, options]);
  },
});
Element.prototype.closest = Element.prototype.getAttribute = () => { throw new Error('of the page'); };
Event.prototype.composedPath = () => { throw new Error('of the page'); };
`;

async function openPlayer(tab: Page | Frame, url: string): Promise<void> {
  await tab.goto(url);
  // An injected script has no URL of its own.
  await tab.addScriptTag({ content: `${PATCHED}${PLAYER}//# sourceURL=${url}player.js` });
}

/** Returns the user action before each call, by the id of its event. */
async function readActions(panel: Frame): Promise<Readonly<Record<string, UserAction | undefined>>> {
  const records = await readRecords(panel);
  return Object.fromEntries(records.map(({ call }) => [String(Object(call?.args[0]).id), call?.action]));
}

test('the journey shows the click before a call, the filter finds the click, and entered text is not recorded', async ({
  pages,
  tab,
  opened: { panel },
}) => {
  const url = `${pages.url}/empty/`;
  await openPlayer(tab, url);
  await tab.getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => Object.keys(await readActions(panel))).toEqual(['by-itself', 'play']);
  expect((await readActions(panel)).play).toBeUndefined();

  await selectRecording(panel, { actions: true, stacks: false });
  await openPlayer(tab, url);
  await expect.poll(async () => (await readRecords(panel)).length).toBe(3);
  await tab.getByRole('button', { name: 'Play' }).locator('rect').click();
  await tab.getByRole('textbox', { name: 'Answer' }).click();
  await tab.keyboard.type('forty-two');
  await tab.getByRole('button', { name: 'Later' }).click();
  await expect.poll(async () => Object.keys(await readActions(panel))).toContain('later');
  await tab.getByRole('textbox', { name: 'PIN' }).click();
  await tab.keyboard.type('4');
  await tab.getByRole('button', { name: 'Open card' }).click();
  await tab.getByRole('button', { name: 'Halt' }).click();
  await expect.poll(async () => Object.keys(await readActions(panel))).toContain('halt');

  const { 'by-itself': byItself, play, answer, pin, later, card, halt } = await readActions(panel);
  expect([byItself, pin]).toEqual([undefined, undefined]);
  expect(play).toMatchObject({ type: 'click', tag: 'button', text: 'Play', selector: '#lesson button.play' });
  expect(answer).toMatchObject({ type: 'change', tag: 'input', selector: 'input#answer' });
  expect(later).toMatchObject({ type: 'click', text: 'Later' });
  expect(card).toMatchObject({ type: 'click', text: 'Open card', selector: 'button.card' });
  expect(halt).toMatchObject({ type: 'click', text: 'Halt' });
  const records = await readRecords(panel);
  expect(JSON.stringify(records)).not.toContain('forty-two');
  expect(records.some(({ call }) => call?.stack)).toBe(false);
  const delayed = records.find(({ call }) => call?.action?.text === 'Later')?.call;
  expect((delayed?.at ?? 0) - (delayed?.action?.at ?? 0)).toBeGreaterThanOrEqual(300);

  const filter = panel.getByRole('combobox', { name: t('filter.title') });
  await filter.fill('element:.play ');
  const rows = panel.getByRole('grid', { name: t('list.title') }).locator('tbody [aria-selected]');
  await expect(rows).toHaveCount(1);
  await rows.first().click();
  await panel.getByRole('tab', { name: t('detail.journey') }).click();
  await expect(panel.getByRole('tabpanel').locator('.last-action')).toHaveText(
    /^Clicked .+ before: Play #lesson button\.play$/,
  );
  await test.info().attach('journey', { body: await panel.page().screenshot(), contentType: 'image/png' });

  await selectRecording(panel, { actions: true, stacks: true });
  await openPlayer(tab, url);
  await tab.getByRole('button', { name: 'Open card' }).click();
  await expect
    .poll(async () => (await readRecords(panel)).filter(({ call }) => call?.action && call.stack).length)
    .toBe(1);
  await selectRecording(panel, { actions: false, stacks: false });
});

/** Further fields in which a user enters something, each with a handler that calls the SDK. */
const FIELDS = `
document.querySelector('#lesson').insertAdjacentHTML('beforeend', \`
  <select id="topic" aria-label="Topic"><option>plants</option><option>seventh-topic</option></select>
  <textarea id="essay" aria-label="Essay"></textarea>
  <div id="note" role="textbox" aria-label="Note" contenteditable></div>\`);
for (const id of ['topic', 'essay']) find('#' + id).addEventListener('change', () => tell(id));
find('#note').addEventListener('keydown', () => tell('note'));
`;

for (const origin of ['of the page’s own site', 'of another site'] as const)
  test(`calls in a frame ${origin} show the clicked element, without the values of its fields`, async ({
    pages: { url, otherUrl },
    tab,
    opened: { panel },
  }) => {
    await selectRecording(panel, { actions: true, stacks: false });
    await openPlayer(tab, `${url}/empty/`);
    await tab.evaluate(() => document.body.append(document.createElement('iframe')));
    const frame = tab.frames()[1];
    if (!frame) throw new Error('The page has no frame.');
    await openPlayer(frame, `${origin === 'of another site' ? otherUrl : url}/empty/`);
    await frame.addScriptTag({ content: FIELDS });
    const { keyboard } = tab;

    await frame.getByRole('button', { name: 'Play' }).click();
    await tab.getByRole('button', { name: 'Later' }).click();
    await expect.poll(async () => Object.keys(await readActionsByFrame(panel))).toContain('page later');
    await frame.getByRole('textbox', { name: 'Answer' }).click();
    await keyboard.type('forty-two');
    await frame.getByRole('textbox', { name: 'Essay' }).click();
    await keyboard.type('my-essay');
    await frame.getByRole('combobox', { name: 'Topic' }).focus();
    await keyboard.press('ArrowDown');
    await frame.getByRole('textbox', { name: 'Note' }).click();
    await keyboard.type('my-note');
    await keyboard.press('Shift');
    await frame.getByRole('textbox', { name: 'PIN' }).click();
    await keyboard.type('my-pin');
    await frame.evaluate('setTimeout(() => tell("late"))');
    await expect.poll(async () => Object.keys(await readActionsByFrame(panel))).toContain('frame late');

    expect(await readActionsByFrame(panel)).toEqual({
      'page by-itself': undefined,
      'frame by-itself': undefined,
      'frame play': expect.objectContaining({ type: 'click', tag: 'button', text: 'Play' }),
      'page later': expect.objectContaining({ type: 'click', tag: 'button', text: 'Later' }),
      'frame answer': expect.objectContaining({ type: 'change', selector: 'input#answer', text: 'Answer' }),
      'frame essay': expect.objectContaining({ type: 'change', selector: 'textarea#essay', text: 'Essay' }),
      'frame topic': expect.objectContaining({ type: 'change', selector: 'select#topic', text: 'Topic' }),
      'frame note': expect.objectContaining({ type: 'keydown', selector: 'div#note', text: 'Note' }),
      'frame pin': undefined,
      'frame late': undefined,
    });
    const reported = JSON.stringify(await readRecords(panel));
    for (const entered of ['forty-two', 'my-essay', 'seventh-topic', 'my-note', 'my-pin'])
      expect(reported).not.toContain(entered);

    await panel.getByRole('combobox', { name: t('filter.title') }).fill('element:select#topic ');
    const rows = panel.getByRole('grid', { name: t('list.title') }).locator('tbody [aria-selected]');
    await expect(rows).toHaveCount(1);
    await selectRecording(panel, { actions: false, stacks: false });
  });

/** Returns the user action before each call, by frame and the id of its event. */
async function readActionsByFrame(panel: Frame): Promise<Readonly<Record<string, UserAction | undefined>>> {
  const records = await readRecords(panel);
  return Object.fromEntries(
    records.map(({ call, frame }) => [
      `${frame.frameId === 0 ? 'page' : 'frame'} ${Object(call?.args[0]).id}`,
      call?.action,
    ]),
  );
}
