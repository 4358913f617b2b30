import { Fragment } from 'preact';
import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/** A page may have frames of many advertisers; only the first sites are named. */
const MAX_SITES = 2;

/** Lists the frames of a watched page whose sites are not watched, each with an action that watches it. */
export function UnwatchedFrames() {
  const { commands, unwatchedFrames } = useApp();
  return (
    <>
      {unwatchedFrames.value.slice(0, MAX_SITES).map(({ host, url, count }) => (
        <Fragment key={host}>
          <StatusLabel icon="eye" tone="inherit" title={i18n.t('statusHint.framesNotWatched')}>
            <span class="truncate">{i18n.t('status.framesNotWatched', count, { n: formatNumber(count), host })}</span>
          </StatusLabel>
          <Button
            appearance="text"
            title={i18n.t('toolbar.watchHint', { host })}
            onClick={() => commands.watchFrame({ url, host })}
          >
            {i18n.t('list.watch')}
          </Button>
        </Fragment>
      ))}
    </>
  );
}
