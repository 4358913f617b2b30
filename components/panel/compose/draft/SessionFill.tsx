import { Button } from '#components/kit/Button.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { keyOfPath } from '#core/drafts/draft-content';
import { i18n } from '#i18n';
import type { Composer, Draft } from './composer';
import { fillFromSession } from './session-fill';

const EDATA_KEY = keyOfPath(['data', 'edata']);

interface SessionFillProps {
  readonly draft: Draft;
  readonly composer: Composer;
}

/** Refills the fields of a SUMMARY from the events of the page's session. */
export function SessionFill({ draft, composer }: SessionFillProps) {
  const { toasts } = useApp();
  const { records } = useStore(liveListStore);
  if (draft.kind !== 'summary') return null;
  const fill = () => {
    const filledText = fillFromSession(draft.text.peek(), records.all());
    if (filledText === null) toasts.show({ tone: 'info', text: () => i18n.t('compose.fillNoEvent') });
    else composer.edit(() => filledText, EDATA_KEY);
  };
  return (
    <Button appearance="text" onClick={fill} title={i18n.t('compose.fillFromSessionHint')}>
      {i18n.t('compose.fillFromSession')}
    </Button>
  );
}
