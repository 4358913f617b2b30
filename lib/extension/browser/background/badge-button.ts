import { browser } from 'wxt/browser';
import type { ButtonAppearance } from '#extension/background/badge/badge-labels';
import { createTabButton } from '#extension/background/badge/tab-button';
import { sessionStorage } from '../storage';

/**
 * Values of the theme tokens --bad and --accent, for the light theme.
 * The browser's toolbar cannot use theme tokens.
 */
const BACKGROUND_COLORS = { error: '#b3201a', info: '#0b57d0' } as const;
const TEXT_COLOR = '#ffffff';

/** The extension's button of each tab. Use it only in the background. */
export const tabButton = createTabButton(sessionStorage, paint);

async function paint(tabId: number, { text, title, tone }: ButtonAppearance): Promise<void> {
  try {
    await browser.action.setBadgeBackgroundColor({ tabId, color: BACKGROUND_COLORS[tone] });
    await browser.action.setBadgeTextColor({ tabId, color: TEXT_COLOR });
    await browser.action.setTitle({ tabId, title });
    await browser.action.setBadgeText({ tabId, text });
  } catch {
    // The tab was closed.
  }
}
