import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { formatNumber } from '#components/i18n/count-text.ts';
import { formatClockTime } from '#components/i18n/format.ts';
import { FailureBox } from '#components/kit/FailureBox.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { AppCommands } from '#components/panel/app/app-commands.ts';
import { ResponseText } from '#components/panel/details/journey/ResponseText.tsx';
import { i18n } from '#i18n';
import type { Posting, PostResult } from '#panel/firing/posting';
import { describeDifference, explainOutcome } from './collector-messages';

interface ResponsePaneProps {
  readonly posting: Posting;
  readonly onCopy: AppCommands['copy'];
}

/** Responses of the collector to the last batch: one in full, several compared with the first. */
export function ResponsePane({ posting, onCopy }: ResponsePaneProps) {
  const results = posting.results.value;
  const selectedIndex = useSignal(0);
  const selected = results[Math.min(selectedIndex.value, results.length - 1)];
  if (!selected) {
    return <p class="editor-note muted">{i18n.t('collector.noResponses')}</p>;
  }
  return (
    <div class="body-pane">
      {results.length > 1 && (
        <ResponseTable
          results={results}
          selected={selected}
          onSelect={(index) => {
            selectedIndex.value = index;
          }}
        />
      )}
      <ResponseDetails key={selected.requestId} result={selected} onCopy={onCopy} />
    </div>
  );
}

interface ResponseTableProps {
  readonly results: readonly PostResult[];
  readonly selected: PostResult;
  readonly onSelect: (index: number) => void;
}

function ResponseTable({ results, selected, onSelect }: ResponseTableProps) {
  const [first] = results;
  return (
    <table class="responses" aria-label={i18n.t('collector.responses')}>
      <thead>
        <tr>
          <th scope="col">{i18n.t('collector.fired')}</th>
          <th scope="col">{i18n.t('collector.response')}</th>
          <th scope="col">{i18n.t('collector.time')}</th>
          <th scope="col">{i18n.t('collector.differenceFromFirst')}</th>
        </tr>
      </thead>
      <tbody>
        {results.map((result, index) => (
          <tr key={result.requestId} aria-current={result === selected}>
            <td>
              <button type="button" class="button text" onClick={() => onSelect(index)}>
                {formatNumber(index + 1)}
              </button>
            </td>
            <td class={explainOutcome(result).isGood ? '' : 'error'}>{explainOutcome(result).title}</td>
            <td class="tabular">
              {result.outcome.ok ? i18n.t('collector.milliseconds', { n: result.outcome.value.milliseconds }) : ''}
            </td>
            <td>
              {first && result !== first
                ? (describeDifference(first.outcome, result.outcome) ?? i18n.t('collector.same'))
                : ''}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ResponseDetailsProps = Pick<ResponsePaneProps, 'onCopy'> & { readonly result: PostResult };

function ResponseDetails({ result, onCopy }: ResponseDetailsProps) {
  const { outcome, at, url } = result;
  const { isGood, title, sentence } = explainOutcome(result);
  return (
    <section aria-label={i18n.t('collector.response')}>
      <p class="editor-note">
        <StatusLabel icon={isGood ? 'valid' : 'invalid'} tone={isGood ? 'success' : 'error'}>
          {title}
        </StatusLabel>{' '}
        {outcome.ok && (
          <span class="muted tabular">{i18n.t('collector.milliseconds', { n: outcome.value.milliseconds })}</span>
        )}{' '}
        <span class="muted">{formatClockTime(at)}</span> <code class="muted">{url}</code>
      </p>
      {sentence !== null && <FailureBox title={title} sentence={sentence} />}
      {outcome.ok && (
        <>
          <details class="editor-note">
            <summary>
              {i18n.t('collector.headerCount', outcome.value.headers.length, {
                n: formatNumber(outcome.value.headers.length),
              })}
            </summary>
            <dl class="facts">
              {outcome.value.headers.map(([name, value]) => (
                <Fragment key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </Fragment>
              ))}
            </dl>
          </details>
          {outcome.value.body === '' ? (
            <p class="editor-note muted">{i18n.t('collector.noBody')}</p>
          ) : (
            <ResponseText text={outcome.value.body} onCopy={onCopy} />
          )}
          {!outcome.value.isComplete && <p class="editor-note muted">{i18n.t('collector.bodyTruncated')}</p>}
        </>
      )}
    </section>
  );
}
