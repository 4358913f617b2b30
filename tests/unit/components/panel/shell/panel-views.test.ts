import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { panelViews } from '#components/panel/app/panel-views.tsx';
import { menuCommands } from '#components/panel/app/registries.ts';
import { panelFeatures } from '#components/panel/shell/panel-features.ts';
import { createTestStores } from '#tests/fixtures/panel-stores';

function createPanelWithViews() {
  const { stores } = createTestStores();
  stores.get(panelFeatures);
  return { stores, views: stores.get(panelViews).parts };
}

it('the views of the panel have unique ids, and the default view is first', () => {
  const { stores, views } = createPanelWithViews();
  const names = views.map(({ id }) => id);
  expect(names[0]).toBe(stores.app.view.value);
  expect(new Set(names).size).toBe(names.length);
});

it('each view of the panel has a label, and a button in the toolbar or in another view that has one', () => {
  const { views } = createPanelWithViews();
  const inToolbar = views.filter(({ location }) => 'icon' in location).map(({ id }) => id);
  expect(inToolbar.length).toBeGreaterThan(1);
  for (const { label, location } of views) {
    expect(label()).not.toBe('');
    if ('within' in location) expect(inToolbar).toContain(location.within);
  }
});

it('the views of the panel are all listed in the command menu, which can open each of them', () => {
  const { stores, views } = createPanelWithViews();
  const commands = stores.get(menuCommands).parts.flatMap((list) => list());
  for (const { id } of views) {
    commands.find((command) => command.id === `view-${id}`)?.run(undefined as never);
    expect(stores.app.view.value).toBe(id);
  }
});

it('the shell refers to no view by its id except the default view', () => {
  const { views } = createPanelWithViews();
  const others = views.map(({ id }) => id).filter((id) => id !== 'events');
  const files = ['app', 'shell'].flatMap((folder) =>
    readdirSync(`components/panel/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => `components/panel/${folder}/${path}`),
  );
  expect(files.length).toBeGreaterThan(20);
  const filesWithIds = files.filter((file) => others.some((id) => readFileSync(file, 'utf8').includes(`'${id}'`)));
  expect(filesWithIds).toEqual([]);
});
