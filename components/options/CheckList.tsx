import { messageText } from '#components/i18n/message-text.ts';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { failureSentences } from '#components/popup/model/background-failure.ts';
import { loginFailureText } from '#components/popup/model/login-failure-text.ts';
import type { EnvironmentCheck } from '#core/identity/checked-part';
import { i18n } from '#i18n';
import type { Checks } from './options-model';

const outcomeLabels = () =>
  ({
    good: { icon: 'valid', tone: 'ok', word: i18n.t('options.check.ok') },
    bad: { icon: 'invalid', tone: 'bad', word: i18n.t('options.check.failed') },
    'not-tried': { icon: 'waiting', tone: 'quiet', word: i18n.t('options.check.skipped') },
  }) as const;

const partLabels = (): Readonly<Record<EnvironmentCheck['part'], string>> => ({
  'Identity provider': i18n.t('options.identityProvider'),
  Realm: i18n.t('options.realm'),
  Client: i18n.t('options.client'),
  Issuer: i18n.t('options.issuer'),
  Registry: i18n.t('options.registry'),
});

/** What was found of a part, and what to do about it. */
export function checkText(check: EnvironmentCheck): string {
  return 'failure' in check
    ? failureSentences(loginFailureText(check.failure, check.setting))
    : messageText(check.message);
}

/** What trying an environment has shown: part by part, with the reason. */
export function CheckList({ checks }: { readonly checks: Checks }) {
  if (checks === null) return null;
  return (
    <section class="setup-report" aria-label={i18n.t('options.check.title')} aria-live="polite">
      {checks === 'running' ? (
        <p class="muted">{i18n.t('options.check.running')}</p>
      ) : (
        <ul class="lines">
          {checks.map((check) => (
            <Line key={check.part} check={check} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ check }: { readonly check: EnvironmentCheck }) {
  const { part, outcome } = check;
  const { icon, tone, word } = outcomeLabels()[outcome];
  return (
    <li>
      <StatusLabel icon={icon} tone={tone}>
        {word}
      </StatusLabel>
      <b>{partLabels()[part]}</b>
      <span>{checkText(check)}</span>
    </li>
  );
}
