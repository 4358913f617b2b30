import type { Watching } from '../../lib/watching/site';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';

interface WatchRowProps {
  readonly watching: Watching;
  readonly onWatch: () => void;
  readonly onStopWatching: () => void;
}

/** Whether the site of this tab is watched, and the way to change it. */
export function WatchRow({ watching: { host, state }, onWatch, onStopWatching }: WatchRowProps) {
  return (
    <section class="site-line" aria-label="This site">
      <Icon name="eye" size={13} tone={state === 'watched' ? 'ok' : 'muted'} />
      {state === 'watched' && <span class="grow clip">Watching {host}</span>}
      {state === 'not-watched' && (
        <span class="grow clip">
          {host} <span class="muted">not watched</span>
        </span>
      )}
      {state === 'unavailable' && <span class="grow clip muted">Browsers let no extension watch this page.</span>}
      {state === 'watched' && (
        <Button title={`Stop watching ${host}`} onClick={onStopWatching}>
          Stop
        </Button>
      )}
      {state === 'not-watched' && <Button onClick={onWatch}>Watch this site</Button>}
    </section>
  );
}
