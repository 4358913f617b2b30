import { formatCount, formatNumber } from '#components/i18n/count-text.ts';
import { formatClockTime } from '#components/i18n/format.ts';
import { Button } from '#components/kit/Button.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { useStore, useStores } from '#components/panel/app/stores.ts';
import { showLiveEvent } from '#components/panel/captures/capture-list.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { i18n } from '#i18n';
import type { PostResult } from '#panel/firing/posting';
import { type ComposeState, composeStore } from '../compose-state';
import { describeDifference, explainOutcome } from './collector-messages';

/** State of the last post. Always rendered, so that its content does not move the layout. */
export function PostStatus() {
  const compose = useStore(composeStore);
  const { posting } = compose;
  const progress = posting.progress.value;
  const results = posting.results.value;
  const last = results.at(-1);
  return (
    <div class="response-line" role="status">
      {progress && <PostProgress progress={progress} onCancel={posting.cancel} />}
      {!progress && last && results.length > 1 && <ResultSummary results={results} />}
      {!progress && last && results.length === 1 && <SingleResult result={last} />}
      {!progress && last && (
        <>
          <span class="grow" />
          <Button appearance="text" onClick={() => showResponse(compose)}>
            {i18n.t('collector.showResponse')}
          </Button>
          <ShowRow result={last} />
        </>
      )}
      {!progress && !last && <span class="muted">{i18n.t('collector.alsoInEvents')}</span>}
    </div>
  );
}

interface PostProgressProps {
  readonly progress: { readonly done: number; readonly total: number };
  readonly onCancel: () => void;
}

function PostProgress({ progress: { done, total }, onCancel }: PostProgressProps) {
  return (
    <>
      <StatusLabel icon="waiting" tone="inherit">
        {i18n.t('collector.posting', { n: formatNumber(done + 1), total: formatNumber(total) })}
      </StatusLabel>
      <progress aria-label={i18n.t('collector.posted')} max={total} value={done} />
      <span class="grow" />
      <Button appearance="text" onClick={onCancel}>
        {i18n.t('common.cancel')}
      </Button>
    </>
  );
}

function SingleResult({ result }: { readonly result: PostResult }) {
  const { kind, outcome, at } = result;
  const { isGood, title, sentence } = explainOutcome(result);
  return (
    <>
      <StatusLabel icon={isGood ? 'valid' : 'invalid'} tone={isGood ? 'success' : 'error'}>
        {title}
      </StatusLabel>
      <span class="wrap">
        {sentence === null
          ? i18n.t('collector.postedWithResponse', {
              kind: kind.toUpperCase(),
              time: formatClockTime(at),
              ms: outcome.ok ? outcome.value.milliseconds : 0,
            })
          : i18n.t('compose.draftKept', { message: sentence })}
      </span>
    </>
  );
}

function ResultSummary({ results }: { readonly results: readonly PostResult[] }) {
  const [first] = results;
  const differences = results.filter((result) => first && describeDifference(first.outcome, result.outcome) !== null);
  const acceptedCount = results.filter((result) => explainOutcome(result).isGood).length;
  const isFine = acceptedCount === results.length && differences.length === 0;
  return (
    <>
      <StatusLabel icon={isFine ? 'valid' : 'notice'} tone={isFine ? 'success' : 'warning'}>
        {i18n.t('collector.accepted', {
          n: formatNumber(acceptedCount),
          posts: formatCount(results.length, 'request'),
        })}
      </StatusLabel>
      <span class="wrap">
        {differences.length === 0
          ? i18n.t('collector.allSame')
          : i18n.t('collector.differFromFirst', { responses: formatCount(differences.length, 'response') })}
      </span>
    </>
  );
}

function ShowRow({ result }: { readonly result: PostResult }) {
  const stores = useStores();
  const row = stores.get(liveListStore).records.current.value.rowOfRequest(result.requestId);
  if (row === null) return null;
  return (
    <Button appearance="text" onClick={() => showLiveEvent(stores, row)}>
      {i18n.t('compose.showInEvents')}
    </Button>
  );
}

function showResponse(compose: ComposeState) {
  compose.tab.value = 'responses';
  compose.side.value = 'json';
}
