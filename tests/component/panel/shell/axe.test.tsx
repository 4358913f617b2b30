import { cleanup, screen } from '@testing-library/preact';
import axe from 'axe-core';
import { afterEach, expect, it } from 'vitest';
import { recordOf } from '#tests/fixtures/records';
import { type OpenPanel, openPanel } from '../open-panel';

afterEach(cleanup);

const states: readonly (readonly [string, (panel: OpenPanel) => void, string])[] = [
  ['nothing captured', () => {}, 'Nothing captured yet'],
  ['a list with details', ({ model }) => open(model, 'findings'), 'INTERACT'],
  ['a tree', ({ model }) => open(model, 'event'), 'INTERACT'],
  ['a journey', ({ model }) => open(model, 'journey'), 'INTERACT'],
  ['compose', ({ model }) => goToCompose(model), 'START'],
];

function open(model: OpenPanel['model'], tab: 'findings' | 'event' | 'journey') {
  model.records.apply([recordOf(1), recordOf(2)]);
  model.selection.open(1);
  model.selection.chooseTab(tab);
}

function goToCompose(model: OpenPanel['model']) {
  model.view.value = 'compose';
}

// Colours are not computed here: the contrast of every pair of tokens has a test of its own.
const options = { rules: { 'color-contrast': { enabled: false } } };

it.each(states)(
  'axe finds nothing in %s',
  async (_, prepare, heading) => {
    const panel = openPanel();
    prepare(panel);
    // The view's code is loaded on demand, which takes more than the default second on a busy machine.
    await screen.findByRole('heading', { name: heading }, { timeout: 10_000 });
    const { violations } = await axe.run(document.body, options);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  },
  30_000,
);
