import { Button } from '#components/kit/Button.tsx';
import { State } from '#components/kit/StatusLabel.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/** Why nothing can be fired here, and what to do about it: no button that could not work. */
export function NoTarget() {
  const { commands, watching } = useApp();
  const { state, host } = watching.value;
  if (state === 'not-watched') {
    return (
      <>
        <State icon="eye" tone="plain">
          {i18n.t('compose.notWatched')}
        </State>
        <span class="grow" />
        <Button look="primary" onClick={commands.watch}>
          {i18n.t('empty.watch', { host })}
        </Button>
      </>
    );
  }
  if (state === 'unavailable') {
    return (
      <State icon="lock" tone="plain">
        {i18n.t('compose.unavailable')}
      </State>
    );
  }
  return (
    <>
      <State icon="unknown" tone="plain">
        {i18n.t('compose.noSdk')}
      </State>
      <span class="grow" />
      <Button onClick={commands.lookAgain}>{i18n.t('empty.rescan')}</Button>
    </>
  );
}
