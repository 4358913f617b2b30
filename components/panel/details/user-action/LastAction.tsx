import { formatDuration } from '#components/i18n/format.ts';
import type { ObservedCall, UserAction } from '#core/journey/record';
import { i18n } from '#i18n';

const sentenceKeys = {
  click: 'userAction.click',
  pointerdown: 'userAction.pointerdown',
  keydown: 'userAction.keydown',
  change: 'userAction.change',
  submit: 'userAction.submit',
} as const satisfies Readonly<Record<UserAction['type'], string>>;

/** The user's last action before a call: its type, the time until the call, and the element's text and selector. */
export function LastAction({ call: { action, at } }: { readonly call: Pick<ObservedCall, 'action' | 'at'> }) {
  if (!action) return null;
  const { type, text, selector } = action;
  return (
    <p class="last-action">
      {i18n.t(sentenceKeys[type], { time: formatDuration(at - action.at) })} {text !== '' && <q>{text}</q>}{' '}
      <code>{selector}</code>
    </p>
  );
}
