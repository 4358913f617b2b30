import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { openPopup } from '#tests/drivers/popup';
import { addEnvironment, logIn, toEnvironmentDraft } from '#tests/drivers/popup-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { type Stack, testEntity } from '../stack';
import type { Gallery } from './gallery';

/** Captures the popup, which has a fixed width. */
export async function takePopup(
  stack: Stack,
  { context, extensionId }: LaunchedBrowser,
  registryUrl: string,
  gallery: Gallery,
): Promise<void> {
  let popup = await openPopup(context, extensionId);
  await gallery.takePage(popup, 'popup-first', []);
  await popup.close();
  await addEnvironment(context, extensionId, { ...toEnvironmentDraft(stack.provider), registryUrl });
  popup = await openPopup(context, extensionId);
  await gallery.takePage(popup, 'popup-log-in', []);
  await logIn(popup, { userId: testEntity(stack).userId, password: 'wrong' });
  await popup.getByRole('alert').waitFor();
  await gallery.takePage(popup, 'popup-rejected', []);
  await logIn(popup, testEntity(stack));
  await popup.getByText(t('popup.inUse')).waitFor();
  await gallery.takePage(popup, 'popup-logged-in', []);
  await popup
    .getByRole('button', { name: tPattern('popup.token.showOf') })
    .first()
    .click();
  await gallery.takePage(popup, 'popup-token', []);
  await popup.getByRole('button', { name: t('popup.token.back') }).click();
  await popup.getByRole('button', { name: t('popup.openEnvironments') }).click();
  await gallery.takePage(popup, 'popup-environments', []);
  await popup.close();
}
