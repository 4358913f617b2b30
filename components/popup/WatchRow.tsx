import { Button, ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import type { Watching } from '#core/util/site';
import { i18n } from '#i18n';

interface WatchRowProps {
  readonly watching: Watching;
  readonly onOpenPanel: () => void;
  readonly onWatch: () => void;
  readonly onStopWatching: () => void;
}

/** Whether the site of this tab is watched, and the way to change it. */
export function WatchRow({ watching: { host, state }, onOpenPanel, onWatch, onStopWatching }: WatchRowProps) {
  return (
    <section class="site-line" aria-label={i18n.t('popup.thisSite')}>
      <Icon name="eye" size={13} tone={state === 'watched' ? 'ok' : 'muted'} />
      {state === 'watched' && <span class="grow clip">{i18n.t('popup.watching', { host })}</span>}
      {state === 'not-watched' && (
        <span class="grow clip">
          {host} <span class="muted">{i18n.t('popup.notWatched')}</span>
        </span>
      )}
      {state === 'unavailable' && <span class="grow clip muted">{i18n.t('popup.site.unavailable')}</span>}
      {state === 'watched' && (
        <ToolButton icon="window" name={i18n.t('popup.openPanelWindow')} small onClick={onOpenPanel} />
      )}
      {state === 'watched' && (
        <Button title={i18n.t('popup.stopWatching', { host })} onClick={onStopWatching}>
          {i18n.t('popup.stop')}
        </Button>
      )}
      {state === 'not-watched' && <Button onClick={onWatch}>{i18n.t('popup.watchThisSite')}</Button>}
    </section>
  );
}
