import { useSignal } from '@preact/signals';
import { countText } from '#components/i18n/count-text.ts';
import { clockTime } from '#components/i18n/format.ts';
import { FailureBox } from '#components/kit/FailureBox.tsx';
import { State } from '#components/kit/StatusLabel.tsx';
import type { AppCommands } from '#components/panel/app/app-commands.ts';
import { AnswerText } from '#components/panel/details/journey/ResponseText.tsx';
import type { PostedAnswer, Posting } from '#extension/panel/firing/posting';
import { i18n } from '#i18n';
import { differenceFrom, explainOutcome } from './collector-messages';

interface AnswerPaneProps {
  readonly posting: Posting;
  readonly onCopy: AppCommands['copy'];
}

/** What the collector answered to the last volley: one answer whole, several compared with the first. */
export function AnswerPane({ posting, onCopy }: AnswerPaneProps) {
  const answers = posting.answers.value;
  const chosen = useSignal(0);
  const shown = answers[Math.min(chosen.value, answers.length - 1)];
  if (!shown) {
    return <p class="editor-note muted">{i18n.t('collector.noResponses')}</p>;
  }
  return (
    <div class="travel">
      {answers.length > 1 && (
        <AnswerTable
          answers={answers}
          shown={shown}
          onChoose={(index) => {
            chosen.value = index;
          }}
        />
      )}
      <OneAnswer key={shown.requestId} answer={shown} onCopy={onCopy} />
    </div>
  );
}

interface AnswerTableProps {
  readonly answers: readonly PostedAnswer[];
  readonly shown: PostedAnswer;
  readonly onChoose: (index: number) => void;
}

function AnswerTable({ answers, shown, onChoose }: AnswerTableProps) {
  const [first] = answers;
  return (
    <table class="answers" aria-label={i18n.t('collector.responses')}>
      <thead>
        <tr>
          <th scope="col">{i18n.t('collector.fired')}</th>
          <th scope="col">{i18n.t('collector.response')}</th>
          <th scope="col">{i18n.t('collector.time')}</th>
          <th scope="col">{i18n.t('collector.differenceFromFirst')}</th>
        </tr>
      </thead>
      <tbody>
        {answers.map((answer, index) => (
          <tr key={answer.requestId} aria-current={answer === shown}>
            <td>
              <button type="button" class="button text" onClick={() => onChoose(index)}>
                {countText(index + 1)}
              </button>
            </td>
            <td class={explainOutcome(answer.outcome).isGood ? '' : 'bad'}>{explainOutcome(answer.outcome).title}</td>
            <td class="num">
              {answer.outcome.ok ? i18n.t('collector.milliseconds', { n: answer.outcome.value.milliseconds }) : ''}
            </td>
            <td>
              {first && answer !== first
                ? (differenceFrom(first.outcome, answer.outcome) ?? i18n.t('collector.same'))
                : ''}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type OneAnswerProps = Pick<AnswerPaneProps, 'onCopy'> & { readonly answer: PostedAnswer };

function OneAnswer({ answer: { outcome, at, url }, onCopy }: OneAnswerProps) {
  const { isGood, title, sentence } = explainOutcome(outcome);
  return (
    <section aria-label={i18n.t('collector.response')}>
      <p class="editor-note">
        <State icon={isGood ? 'valid' : 'invalid'} tone={isGood ? 'ok' : 'bad'}>
          {title}
        </State>{' '}
        {outcome.ok && (
          <span class="muted num">{i18n.t('collector.milliseconds', { n: outcome.value.milliseconds })}</span>
        )}{' '}
        <span class="muted">{clockTime(at)}</span> <code class="muted">{url}</code>
      </p>
      {sentence !== null && <FailureBox title={title} sentence={sentence} />}
      {outcome.ok && (
        <>
          <details class="editor-note">
            <summary>
              {i18n.t('collector.headerCount', outcome.value.headers.length, {
                n: countText(outcome.value.headers.length),
              })}
            </summary>
            <dl class="facts">
              {outcome.value.headers.map(([name, value]) => (
                <>
                  <dt key={name}>{name}</dt>
                  <dd>{value}</dd>
                </>
              ))}
            </dl>
          </details>
          {outcome.value.body === '' ? (
            <p class="editor-note muted">{i18n.t('collector.noBody')}</p>
          ) : (
            <AnswerText text={outcome.value.body} onCopy={onCopy} />
          )}
          {!outcome.value.isWhole && <p class="editor-note muted">{i18n.t('collector.bodyTruncated')}</p>}
        </>
      )}
    </section>
  );
}
