import { FailureBox } from '#components/kit/FailureBox.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { AppCommands } from '#components/panel/app/app-commands.ts';
import { ResponseText } from '#components/panel/details/journey/ResponseText.tsx';
import { i18n } from '#i18n';
import { explainCallFailure, explainResponse } from './registry-messages';
import type { PastCall } from './registry-store';

interface CallResponseProps {
  readonly call: PastCall | null;
  readonly busy: boolean;
  readonly onCopy: AppCommands['copy'];
}

/** The response of the registry, with an explanation if it is an error. */
export function CallResponse({ call, busy, onCopy }: CallResponseProps) {
  return (
    <section class="call-response" aria-label={i18n.t('registry.response')} aria-live="polite" aria-busy={busy}>
      {call === null ? (
        <p class="muted">{i18n.t('registry.responsePlaceholder')}</p>
      ) : (
        <ResponseDetails key={call.id} call={call} onCopy={onCopy} />
      )}
    </section>
  );
}

type ResponseDetailsProps = Pick<CallResponseProps, 'onCopy'> & { readonly call: PastCall };

function ResponseDetails({ call: { outcome, userId, path, draft }, onCopy }: ResponseDetailsProps) {
  if (!outcome.ok) return <FailureBox {...explainCallFailure(outcome.failure)} />;
  const { status, statusText, milliseconds, body } = outcome.value;
  const explanation = explainResponse(outcome.value, userId);
  return (
    <>
      <p class="call-status">
        <StatusLabel icon={explanation === null ? 'valid' : 'invalid'} tone={explanation === null ? 'ok' : 'bad'}>
          {`${status} ${statusText}`.trim()}
        </StatusLabel>
        <span class="muted num">{i18n.t('registry.ms', { milliseconds })}</span>
        <code class="muted clip">{`${draft.method} ${path}`}</code>
      </p>
      {explanation !== null && <FailureBox {...explanation} />}
      {body === '' ? <p class="muted">{i18n.t('registry.emptyBody')}</p> : <ResponseText text={body} onCopy={onCopy} />}
    </>
  );
}
