import { FailureBox } from '#components/kit/FailureBox.tsx';
import { State } from '#components/kit/StatusLabel.tsx';
import { AnswerText } from '#components/panel/details/journey/ResponseText.tsx';
import { i18n } from '#i18n';
import { explainAnswer, explainCallFailure } from './registry-messages';
import type { PastCall } from './registry-model';

interface CallAnswerProps {
  readonly call: PastCall | null;
  readonly busy: boolean;
}

/** What the registry answered, explained where it said no. */
export function CallAnswer({ call, busy }: CallAnswerProps) {
  return (
    <section class="call-answer" aria-label={i18n.t('registry.answer')} aria-live="polite" aria-busy={busy}>
      {call === null ? (
        <p class="muted">{i18n.t('registry.theAnswerAppearsHere')}</p>
      ) : (
        <Answered key={call.id} call={call} />
      )}
    </section>
  );
}

function Answered({ call: { outcome, userId, path, draft } }: { readonly call: PastCall }) {
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
      {body === '' ? <p class="muted">{i18n.t('registry.theAnswerHasNoBody')}</p> : <AnswerText text={body} />}
    </>
  );
}
