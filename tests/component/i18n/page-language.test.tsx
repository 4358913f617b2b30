import { act, cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { startLanguage } from '#components/i18n/page-language.ts';
import { ToastList } from '#components/panel/app/ToastList.tsx';
import { i18n, messagesLoaded, setMessages } from '#i18n';
import type { Language } from '#i18n/language';
import { createDeferred } from '#tests/drivers/deferred';
import { createTestStores } from '#tests/fixtures/panel-stores';

const START_MESSAGES = {
  en: { 'language.tag': () => 'en', 'language.direction': () => 'ltr', 'page.popup': () => 'Title' },
  hi: { 'language.tag': () => 'hi', 'language.direction': () => 'ltr', 'page.popup': () => 'शीर्षक' },
};
const LATER_MESSAGES = {
  en: {
    'options.name': () => 'Name',
    'toast.stoppedWatching': () => 'Watching ended',
    'toast.watchAgain': () => 'Watch again',
  },
  hi: { 'options.name': () => 'नाम', 'toast.stoppedWatching': () => 'बंद किया', 'toast.watchAgain': () => 'फिर देखें' },
};

afterEach(() => {
  cleanup();
  setMessages({});
});

/** Starts a page. The test controls its language and when its lazy texts load. */
async function startPage(language: Language) {
  let change: (language: Language) => void = () => undefined;
  const texts = createDeferred<void>();
  await startLanguage({
    source: {
      readLanguage: async () => language,
      loadFirstTexts: async (tag) => START_MESSAGES[tag],
      loadRemainingTexts: async (tag) => {
        await texts.promise;
        return LATER_MESSAGES[tag];
      },
      subscribe: (listener) => {
        change = listener;
        return () => undefined;
      },
    },
    page: document,
    titleKey: 'page.popup',
  });
  return { change: (to: Language) => change(to), resolveTexts: () => texts.resolve() };
}

const Name = () => <p>{`${i18n.t('page.popup')}: ${i18n.t('options.name')}`}</p>;

it('a page is shown in its language before all its texts have loaded, and the remaining texts appear when they load', async () => {
  const { resolveTexts } = await startPage('hi');
  expect(document.documentElement.lang).toBe('hi');
  expect(document.title).toBe('शीर्षक');
  render(<Name />);
  expect(screen.queryByText('शीर्षक: …')).not.toBeNull();
  resolveTexts();
  await act(async () => void (await messagesLoaded()));
  expect(screen.queryByText('शीर्षक: नाम')).not.toBeNull();
});

it('an open page is rerendered in another language as soon as the user selects it', async () => {
  const { resolveTexts, change } = await startPage('en');
  resolveTexts();
  await messagesLoaded();
  render(<Name />);
  expect(screen.queryByText('Title: Name')).not.toBeNull();
  change('hi');
  await screen.findByText('शीर्षक: नाम');
  expect(document.documentElement.lang).toBe('hi');
  expect(document.title).toBe('शीर्षक');
});

it('a language that is selected while the first texts load is not replaced by these texts', async () => {
  const subscribed = createDeferred<(language: Language) => void>();
  const english = createDeferred<void>();
  const started = startLanguage({
    source: {
      readLanguage: async () => 'en',
      loadFirstTexts: async (language) => {
        if (language === 'en') await english.promise;
        return START_MESSAGES[language];
      },
      loadRemainingTexts: async (language) => LATER_MESSAGES[language],
      subscribe: (listener) => {
        subscribed.resolve(listener);
        return () => undefined;
      },
    },
    page: document,
    titleKey: 'page.popup',
  });
  const change = await subscribed.promise;
  change('hi');
  await waitFor(() => expect(document.title).toBe('शीर्षक'));
  english.resolve();
  await started;
  expect(document.title).toBe('शीर्षक');
});

it('a language whose texts fail to load does not stop the remaining texts of the shown language', async () => {
  const subscribed = createDeferred<(language: Language) => void>();
  const remaining = createDeferred<void>();
  const requested: Language[] = [];
  await startLanguage({
    source: {
      readLanguage: async () => 'en',
      loadFirstTexts: async (language) => START_MESSAGES[language],
      loadRemainingTexts: async (language) => {
        requested.push(language);
        if (language === 'hi') throw new Error('The file is gone.');
        await remaining.promise;
        return LATER_MESSAGES.en;
      },
      subscribe: (listener) => {
        subscribed.resolve(listener);
        return () => undefined;
      },
    },
    page: document,
    titleKey: 'page.popup',
  });
  render(<Name />);
  (await subscribed.promise)('hi');
  await waitFor(() => expect(requested).toContain('hi'));
  remaining.resolve();
  await act(async () => void (await messagesLoaded()));
  expect(screen.queryByText('Title: Name')).not.toBeNull();
});

it('an open toast and its action are rerendered in another language', async () => {
  const { resolveTexts, change } = await startPage('en');
  resolveTexts();
  await messagesLoaded();
  const { commands, toasts } = createTestStores().stores.app;
  render(<ToastList toasts={toasts} />);
  commands.stopWatching();
  await screen.findByText('Watching ended');
  change('hi');
  await screen.findByText('बंद किया');
  expect(screen.queryAllByRole('button', { name: 'फिर देखें' })).toHaveLength(1);
});
