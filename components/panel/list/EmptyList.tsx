import type { JSX } from 'preact';
import type { EmptyList as Why } from '../../../lib/panel/empty-list';
import { countOf, countText } from '../../../lib/panel/figures';
import { nothingMatches } from '../../../lib/panel/filter-words';
import { sdkNames } from '../../../lib/panel/frames';
import { Button } from '../../ui/Button';
import { Empty } from '../../ui/Empty';
import type { PanelPart } from '../Panel';
import { useDropOffer } from './use-drop-offer';

const views: Readonly<Record<Why, (part: PanelPart) => JSX.Element>> = {
  'not-watched': NotWatched,
  unavailable: Unavailable,
  'no-sdk': NoSdk,
  'nothing-yet': NothingYet,
  'no-match': NoMatch,
};

/** What stands in the place of the list: what is, then what to do. */
export function EmptyList({ why, model, commands }: PanelPart & { readonly why: Why }) {
  const View = views[why];
  return <View model={model} commands={commands} />;
}

function NotWatched({ model, commands }: PanelPart) {
  const { host } = model.watching.value;
  return (
    <Empty
      icon="eye"
      title="This site is not watched"
      fine="The browser asks for access to this one site. Take it back here or in the popup."
      deeds={
        <Button look="primary" big onClick={commands.watch}>
          Watch {host}
        </Button>
      }
    >
      Without access to {host} the panel sees requests only. Calls, lost events and changes stay hidden.
    </Empty>
  );
}

function Unavailable({ model }: PanelPart) {
  const { host } = model.watching.value;
  return (
    <Empty icon="lock" title="This page cannot be watched" fine="Requests with telemetry in them are still recorded.">
      The browser lets no extension into {host || 'this page'}. Open a site to watch it.
    </Empty>
  );
}

function NoSdk({ model, commands }: PanelPart) {
  const watched = model.frames.list.value;
  const frames = countOf(Math.max(1, watched.length), 'frame');
  if (watched.some(({ evalBlocked }) => evalBlocked)) return <SdkForbidden />;
  return (
    <Empty
      icon="unknown"
      title="No telemetry SDK here"
      fine="Firing through the page needs its SDK. Requests with telemetry in them are still recorded."
      deeds={
        <Button big onClick={commands.lookAgain}>
          Look again
        </Button>
      }
    >
      Looked for $t, EkTelemetry and Telemetry in {frames}. One that loads later is found by itself.
    </Empty>
  );
}

function SdkForbidden() {
  return (
    <Empty
      icon="invalid"
      title="No telemetry SDK here"
      fine="Requests with telemetry in them are still recorded. The page’s console has the browser’s own message."
    >
      The page’s Content Security Policy forbids eval, and every SDK needs it to start. Allow 'unsafe-eval' in
      script-src for this page.
    </Empty>
  );
}

function NothingYet({ model, commands }: PanelPart) {
  const targets = model.frames.targets.value;
  const { host } = model.watching.value;
  return (
    <Empty
      icon="rows"
      title="Nothing captured yet"
      fine="Events from before the panel was opened are kept and would be shown."
      deeds={
        <>
          <Button look="primary" big onClick={commands.fireSamples} disabled={model.firing.busy.value}>
            Fire all 17 samples
          </Button>
          <Button big onClick={commands.reload}>
            Reload page
          </Button>
        </>
      }
    >
      {sdkNames(targets)} is on {host}, in {countOf(targets.length, 'frame')}. Use the page, or fire the samples.
    </Empty>
  );
}

function NoMatch({ model }: PanelPart) {
  const offer = useDropOffer(model);
  const { total } = model.records.counts.value;
  return (
    <Empty
      icon="funnel"
      title="No event matches"
      deeds={
        <>
          <Button big onClick={model.filter.clear}>
            Clear the filter
          </Button>
          {offer && (
            <Button look="text" onClick={() => model.filter.set(offer.without)}>
              Drop {offer.name}, shows {countText(offer.shows)}
            </Button>
          )}
        </>
      }
    >
      {countOf(total, 'event')} {total === 1 ? 'is' : 'are'} recorded; {nothingMatches(model.filter.value.value)}.
    </Empty>
  );
}
