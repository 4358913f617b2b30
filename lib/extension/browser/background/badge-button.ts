import { browser } from 'wxt/browser';
import type { ButtonAppearance } from '#extension/background/badge/badge-labels';
import { createTabButton } from '#extension/background/badge/tab-button';
import { sessionStorage } from '../storage';

/**
 * The tokens --bad and --accent of the light theme, and their text.
 * The browser's toolbar knows no tokens.
 */
const GROUNDS = { bad: '#b3201a', accent: '#0b57d0' } as const;
const TEXT = '#ffffff';

/** The extension's button of each tab, for the background alone. */
export const tabButton = createTabButton(sessionStorage, paint);

async function paint(tabId: number, { text, title, tone }: ButtonAppearance): Promise<void> {
  try {
    await browser.action.setBadgeBackgroundColor({ tabId, color: GROUNDS[tone] });
    await browser.action.setBadgeTextColor({ tabId, color: TEXT });
    await browser.action.setTitle({ tabId, title });
    await browser.action.setBadgeText({ tabId, text });
  } catch {}
}
