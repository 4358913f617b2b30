import { screen } from '@testing-library/preact';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import { t } from '#tests/drivers/texts';
import { recordOf } from '#tests/fixtures/records';
import { type OpenPanel, openPanel } from '../open-panel';

const states: readonly (readonly [string, (panel: OpenPanel) => void, string])[] = [
  ['nothing captured', () => {}, t('empty.noEvents')],
  ['a list with details', (panel) => open(panel, 'findings'), 'INTERACT'],
  ['a tree', (panel) => open(panel, 'event'), 'INTERACT'],
  ['a journey', (panel) => open(panel, 'journey'), 'INTERACT'],
  ['compose', (panel) => goToCompose(panel), 'START'],
];

function open({ live }: OpenPanel, tab: 'findings' | 'event' | 'journey') {
  live.records.apply([recordOf(1), recordOf(2)]);
  live.selection.open(1);
  live.selection.selectTab(tab);
}

function goToCompose({ app }: OpenPanel) {
  app.view.value = 'compose';
}

// happy-dom computes no colors. A separate test checks the contrast.
const options = { rules: { 'color-contrast': { enabled: false } } };

it.each(states)(
  'axe finds no violations in %s',
  async (_, prepare, heading) => {
    const panel = openPanel();
    prepare(panel);
    await screen.findByRole('heading', { name: heading });
    const { violations } = await axe.run(document.body, options);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  },
  30_000,
);
