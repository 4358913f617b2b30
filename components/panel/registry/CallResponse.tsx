import { FailureBox } from '#components/kit/FailureBox.tsx';
import { State } from '#components/kit/StatusLabel.tsx';
import type { AppCommands } from '#components/panel/app/app-commands.ts';
import { AnswerText } from '#components/panel/details/journey/ResponseText.tsx';
import { i18n } from '#i18n';
import { explainAnswer, explainCallFailure } from './registry-messages';
import type { PastCall } from './registry-store';

interface CallAnswerProps {
  readonly call: PastCall | null;
  readonly busy: boolean;
  readonly onCopy: AppCommands['copy'];
}

/** What the registry answered, explained where it said no. */
export function CallAnswer({ call, busy, onCopy }: CallAnswerProps) {
  return (
    <section class="call-answer" aria-label={i18n.t('registry.response')} aria-live="polite" aria-busy={busy}>
      {call === null ? (
        <p class="muted">{i18n.t('registry.responsePlaceholder')}</p>
      ) : (
        <Answered key={call.id} call={call} onCopy={onCopy} />
      )}
    </section>
  );
}

type AnsweredProps = Pick<CallAnswerProps, 'onCopy'> & { readonly call: PastCall };

function Answered({ call: { outcome, userId, path, draft }, onCopy }: AnsweredProps) {
  if (!outcome.ok) return <FailureBox {...explainCallFailure(outcome.failure)} />;
  const { status, statusText, milliseconds, body } = outcome.value;
  const words = explainAnswer(outcome.value, userId);
  return (
    <>
      <p class="call-status">
        <State icon={words === null ? 'valid' : 'invalid'} tone={words === null ? 'ok' : 'bad'}>
          {`${status} ${statusText}`.trim()}
        </State>
        <span class="muted num">{i18n.t('registry.ms', { milliseconds })}</span>
        <code class="muted clip">{`${draft.method} ${path}`}</code>
      </p>
      {words !== null && <FailureBox {...words} />}
      {body === '' ? <p class="muted">{i18n.t('registry.emptyBody')}</p> : <AnswerText text={body} onCopy={onCopy} />}
    </>
  );
}
