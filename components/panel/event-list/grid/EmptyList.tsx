import type { FunctionComponent } from 'preact';
import { Button } from '#components/kit/Button.tsx';
import { Empty } from '#components/kit/EmptyState.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { sdkNames } from '#components/panel/app/frames.ts';
import type { PanelPart } from '#components/panel/shell/panel-part.ts';
import { countOf } from '#core/util/count-text';
import { i18n } from '#i18n';
import type { EmptyList as Why } from '../empty-list';

/** Only who filters can come to it. */
const NoMatch = lazy(async () => (await import('./NoMatch')).NoMatch);

const views: Readonly<Record<Why, FunctionComponent<PanelPart>>> = {
  closed: Closed,
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

function Closed() {
  return (
    <Empty icon="lock" title={i18n.t('empty.closed')}>
      {i18n.t('empty.closedWhat')}
    </Empty>
  );
}

function NotWatched({ model, commands }: PanelPart) {
  const { host } = model.watching.value;
  return (
    <Empty
      icon="eye"
      title={i18n.t('empty.notWatched')}
      fine={i18n.t('empty.notWatchedFine')}
      deeds={
        <Button look="primary" big onClick={commands.watch}>
          {i18n.t('empty.watch', { host })}
        </Button>
      }
    >
      {i18n.t('empty.notWatchedWhat', { host })}
    </Empty>
  );
}

function Unavailable({ model }: PanelPart) {
  const { host } = model.watching.value;
  return (
    <Empty icon="lock" title={i18n.t('empty.unavailable')} fine={i18n.t('empty.requestsFine')}>
      {i18n.t('empty.unavailableWhat', { host: host || i18n.t('empty.thisPage') })}
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
      title={i18n.t('empty.noSdk')}
      fine={i18n.t('empty.noSdkFine')}
      deeds={
        <Button big onClick={commands.lookAgain}>
          {i18n.t('empty.lookAgain')}
        </Button>
      }
    >
      {i18n.t('empty.noSdkWhat', { names: '$t, EkTelemetry', last: 'Telemetry', frames })}
    </Empty>
  );
}

function SdkForbidden() {
  return (
    <Empty icon="invalid" title={i18n.t('empty.noSdk')} fine={i18n.t('empty.forbiddenFine')}>
      {i18n.t('empty.forbiddenWhat')}
    </Empty>
  );
}

function NothingYet({ model, commands }: PanelPart) {
  const frames = model.frames.list.value.filter(({ sdks }) => sdks.length > 0);
  const { host } = model.watching.value;
  return (
    <Empty
      icon="rows"
      title={i18n.t('empty.nothingYet')}
      fine={i18n.t('empty.nothingYetFine')}
      deeds={
        <>
          <Button look="primary" big onClick={commands.fireSamples} disabled={model.firing.busy.value}>
            {i18n.t('empty.fireSamples')}
          </Button>
          <Button big onClick={commands.reload}>
            {i18n.t('empty.reload')}
          </Button>
        </>
      }
    >
      {i18n.t('empty.nothingYetWhat', { sdk: sdkNames(frames), host, frames: countOf(frames.length, 'frame') })}
    </Empty>
  );
}
