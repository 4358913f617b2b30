import { countOf, countText } from '../../lib/panel/figures';
import type { Newest } from '../../lib/panel/newest';
import type { PanelModel } from '../../lib/panel/panel-model';
import { Icon } from '../ui/Icon';
import { State } from '../ui/State';

/** How much there is and how it stands, in one line. */
export function StatusBar({ model }: { readonly model: PanelModel }) {
  const { total, invalid, lost, byState } = model.records.counts.value;
  const waiting = byState.get('waiting') ?? 0;
  const missed = model.frames.list.value.reduce((sum, frame) => sum + (frame.missed ?? 0), 0);
  return (
    <footer class="status">
      <Shown shown={model.visible.shown.value} total={total} />
      {invalid > 0 && (
        <State icon="invalid" tone="bad">
          {countText(invalid)} invalid
        </State>
      )}
      {lost > 0 && (
        <State icon="lost" tone="lost" title="Called or emitted, but never sent">
          {countText(lost)} lost
        </State>
      )}
      {waiting > 0 && (
        <State icon="waiting" tone="plain" title="Emitted, and waiting in the SDK until its batch is sent">
          {countText(waiting)} waiting
        </State>
      )}
      {missed > 0 && (
        <State icon="notice" tone="warn" title="More happened before the panel was open than a page’s log holds">
          {countText(missed)} earlier sightings not kept
        </State>
      )}
      <span class="grow" />
      {!model.recording.value && <span>Not recording</span>}
      {model.view.value === 'events' && total > 0 && <NewestState newest={model.newest} />}
    </footer>
  );
}

function NewestState({ newest }: { readonly newest: Newest }) {
  if (newest.following.value) {
    return (
      <span class="state wide">
        <Icon name="arrow-down-bar" size={13} />
        Following the newest
      </span>
    );
  }
  return (
    <button type="button" class="tool newest" aria-label="Jump to newest" title="Jump to newest" onClick={newest.jump}>
      <Icon name="arrow-down-bar" size={13} />
      <span class="wide">Jump to newest</span>
    </button>
  );
}

function Shown({ shown, total }: { readonly shown: number; readonly total: number }) {
  if (shown === total) return <b>{countOf(total, 'event')}</b>;
  return (
    <span>
      <b>{countText(shown)}</b> of {countOf(total, 'event')}
    </span>
  );
}
