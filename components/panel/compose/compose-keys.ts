import { hasCtrl, type ViewKey } from '#components/panel/app/view-keys.ts';
import { i18n } from '#i18n';
import type { Composer } from './draft/composer';

interface ComposeKeyTarget {
  readonly composer: Composer;
  readonly fire: () => void;
}

/** The keys of the Compose view. */
export const composeKeys: readonly ViewKey<ComposeKeyTarget>[] = [
  {
    keys: 'Ctrl Enter',
    label: () => i18n.t('keys.fire'),
    actionFor: (event, { fire }) => (hasCtrl(event) && event.key === 'Enter' ? fire : null),
  },
  {
    keys: 'Ctrl Z, Ctrl Y',
    label: () => i18n.t('keys.undo'),
    actionFor(event, { composer }) {
      const key = hasCtrl(event) ? event.key.toLowerCase() : '';
      if (key === 'z') return event.shiftKey ? composer.redo : composer.undo;
      return key === 'y' ? composer.redo : null;
    },
  },
  // The editor itself handles this key.
  { keys: 'Esc', label: () => i18n.t('keys.leaveEditor') },
];
