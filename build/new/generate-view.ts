import type { Generate } from './file-editor';

/** Generates a view of the panel, next to the view of events. */
export const generateView: Generate = ({ kebab, camel, pascal, title }, files) => {
  const folder = `components/panel/${kebab}`;
  files.create(
    `${folder}/${kebab}-view-entry.ts`,
    `import { lazyView, type PanelViewEntry } from '#components/panel/app/panel-views.tsx';
import { i18n } from '#i18n';

declare module '#components/panel/app/app-store.ts' {
  interface PanelViewNames {
    readonly '${kebab}': true;
  }
}

export const ${camel}View: PanelViewEntry = {
  id: '${kebab}',
  label: () => i18n.t('${camel}.title'),
  location: { icon: 'rows' },
  View: lazyView(async () => (await import('./${pascal}View')).${pascal}View),
};
`,
  );
  files.create(
    `${folder}/${pascal}View.tsx`,
    `import { EmptyState } from '#components/kit/EmptyState.tsx';
import { i18n } from '#i18n';

export function ${pascal}View() {
  return (
    <main class="${kebab}">
      <EmptyState icon="rows" title={i18n.t('${camel}.emptyTitle')}>
        {i18n.t('${camel}.emptyText')}
      </EmptyState>
    </main>
  );
}
`,
  );
  files.create(
    `tests/component/panel/${kebab}/${pascal}View.test.tsx`,
    `import { screen } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { t } from '#tests/drivers/texts';
import { openPanel } from '../open-panel';

it('${title} is opened from the toolbar', async () => {
  openPanel();
  await userEvent.click(screen.getByRole('tab', { name: t('${camel}.title') }));
  const empty = await screen.findByRole('region', { name: t('${camel}.emptyTitle') }, { timeout: 10_000 });
  expect(empty.textContent).toContain(t('${camel}.emptyText'));
});
`,
  );
  const features = 'components/panel/shell/panel-features.ts';
  files.addImport(features, `import { ${camel}View } from '#components/panel/${kebab}/${kebab}-view-entry.ts';`);
  files.insertBefore(features, /(?<=stores\s*\.get\(panelViews\)\s*\.add\([^)]*)\)/, `, ${camel}View`);
  files.addMessages('locales/en.yml', camel, {
    title,
    emptyTitle: 'Nothing here yet',
    emptyText: 'Say what this view shows, and how to get it.',
  });
  files.addMessages('locales/hi.yml', camel, {
    title,
    emptyTitle: 'अभी यहाँ कुछ नहीं',
    emptyText: 'लिखें कि यहाँ क्या दिखता है, और वह कैसे मिलता है।',
  });
};
