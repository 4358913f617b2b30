import { Icon } from '#components/kit/Icon.tsx';
import { type Environment, isSameProvider } from '#core/identity/environment';
import type { EnvironmentDraft } from '#core/identity/environment-draft';
import { parseEnvironment } from '#core/identity/parse-environment';
import { i18n } from '#i18n';

interface MovesTokensNoteProps {
  readonly draft: EnvironmentDraft;
  /** The saved environment, or `null` for a new one. */
  readonly environment: Environment | null;
  readonly sessionCount: number;
}

/** Warns before Save of the host to which tokens of logged-in entities may be sent from then on. */
export function MovesTokensNote({ draft, environment, sessionCount }: MovesTokensNoteProps) {
  const parsed = parseEnvironment({ ...draft, name: 'unnamed' });
  if (!parsed.ok || environment === null || sessionCount === 0) return null;
  const { registryUrl } = parsed.value;
  if (registryUrl === '' || registryUrl === environment.registryUrl) return null;
  // With another provider, saving ends the sessions.
  if (!isSameProvider({ ...parsed.value, id: '' }, environment)) return null;
  const { host } = new URL(registryUrl);
  return (
    <p class="note">
      <Icon name="notice" size={13} />
      <span>{i18n.t('popup.environment.savingMovesTokens', sessionCount, { n: sessionCount, host })}</span>
    </p>
  );
}
