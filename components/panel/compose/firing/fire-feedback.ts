import type { Stores } from '#components/panel/app/stores.ts';
import { marksFiredSetting } from '#components/panel/compose/compose-settings.ts';
import { message } from '#core/util/message';
import { i18n } from '#i18n';
import type { FireDeps } from '#panel/firing/fire-deps';

/** What firing asks of the user's settings, and what it reports back. */
export function createFireFeedback(stores: () => Stores): Omit<FireDeps, 'capture'> {
  return {
    isMarked: () => stores().get(marksFiredSetting).peek(),
    onNotMarked: () => stores().app.toasts.show({ tone: 'info', text: () => i18n.t('compose.markFailed') }),
    async problemOf(failure) {
      // The file is missing after an update of the extension.
      const loaded = await import('./collector-messages').catch(() => null);
      return {
        status: 'failed',
        message: '',
        problem: loaded?.failureTitle(failure) ?? message('collector.error.extensionReloaded.title'),
      };
    },
  };
}
