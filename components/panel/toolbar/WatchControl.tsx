import type { Commands } from '../../../lib/panel/commands';
import type { Watching } from '../../../lib/watching/site';
import { Icon } from '../../ui/Icon';

interface WatchControlProps {
  readonly watching: Watching;
  readonly commands: Commands;
}

/** Whether the site is watched, and the way to change that. */
export function WatchControl({ watching, commands }: WatchControlProps) {
  const { state, host } = watching;
  if (state === 'unavailable') return <span class="tool label said">Cannot be watched</span>;
  if (state === 'not-watched') {
    return (
      <button
        type="button"
        class="tool label"
        title={`Watch ${host}: the browser asks for access`}
        onClick={commands.watch}
      >
        <Icon name="eye" size={13} />
        <span>Watch this site</span>
      </button>
    );
  }
  return (
    <button
      type="button"
      class="tool label"
      aria-label={`Watching ${host}`}
      title={`Watching ${host}. Click to stop`}
      onClick={commands.stopWatching}
    >
      <WatchedSite host={host} />
    </button>
  );
}

function WatchedSite({ host }: { readonly host: string }) {
  return (
    <>
      <Icon name="eye" size={13} tone="ok" />
      <span class="wide">
        Watching <b>{host}</b>
      </span>
    </>
  );
}
