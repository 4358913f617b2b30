import { render } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { WelcomePage } from '#components/welcome/WelcomePage.tsx';
import { t } from '#tests/drivers/texts';

it('the welcome page shows how to open the panel with the keys of this system, describes the toolbar button, and explains how to log in', () => {
  const { container } = render(<WelcomePage devtoolsKey="⌥⌘I" />);
  const steps = [...container.querySelectorAll('.welcome-steps li')].map(({ textContent }) => textContent);
  expect(steps).toEqual([
    `${t('welcome.button.title')}${t('welcome.button.text')}`,
    `${t('welcome.panel.title')}${t('welcome.panel.text', { key: '⌥⌘I', panel: t('manifest.shortName') })}`,
    `${t('welcome.watch.title')}${t('welcome.watch.text')}`,
    `${t('welcome.logIn.title')}${t('welcome.logIn.text')}`,
  ]);
});

it('the welcome page links to the sample, the reference and the settings, each in a new tab', () => {
  const { getByRole } = render(<WelcomePage devtoolsKey="F12" />);
  for (const [name, href] of [
    [t('welcome.sample'), '/panel.html?sample'],
    [t('welcome.reference'), '/reference.html'],
    [t('welcome.options'), '/options.html'],
  ] as const) {
    const link = getByRole('link', { name });
    expect(link.getAttribute('href')).toBe(href);
    expect(link.getAttribute('target')).toBe('_blank');
  }
});
