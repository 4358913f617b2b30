import { isTyping } from '#components/panel/app/registries.ts';
import { hasCtrl, type ViewKey } from '#components/panel/app/view-keys.ts';
import { i18n } from '#i18n';
import type { Composer } from './draft/composer';

interface ComposeKeyTarget {
  readonly composer: Composer;
  readonly fire: () => void;
}

function isIn({ target }: KeyboardEvent, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

/** The keys of the Compose view. */
export const composeKeys: readonly ViewKey<ComposeKeyTarget>[] = [
  {
    keys: 'Ctrl Enter',
    label: () => i18n.t('keys.fire'),
    actionFor: (event, { fire }) => (hasCtrl(event) && event.key === 'Enter' && !isIn(event, 'dialog') ? fire : null),
  },
  {
    keys: 'Ctrl Z, Ctrl Y',
    label: () => i18n.t('keys.undo'),
    actionFor(event, { composer }) {
      // Other fields, such as the URL of the collector, have their own undo.
      const isInDraft = !isTyping(event.target) || isIn(event, '.form-column, .editor');
      const key = hasCtrl(event) && isInDraft ? event.key.toLowerCase() : '';
      if (key === 'z') return event.shiftKey ? composer.redo : composer.undo;
      return key === 'y' ? composer.redo : null;
    },
  },
  // The editor itself handles this key.
  { keys: 'Esc', label: () => i18n.t('keys.leaveEditor') },
];
