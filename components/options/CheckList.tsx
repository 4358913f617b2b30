import type { EnvironmentCheck } from '../../lib/identity/environment-check';
import type { Checks } from '../../lib/options/options-model';
import { State } from '../ui/State';

const OUTCOMES = {
  good: { icon: 'valid', tone: 'ok', word: 'Good' },
  bad: { icon: 'invalid', tone: 'bad', word: 'Wrong' },
  'not-tried': { icon: 'waiting', tone: 'quiet', word: 'Not tried' },
} as const;

/** What trying an environment has shown: part by part, with the reason. */
export function CheckList({ checks }: { readonly checks: Checks }) {
  if (checks === null) return null;
  return (
    <section class="setup-report" aria-label="Test of this environment" aria-live="polite">
      {checks === 'running' ? (
        <p class="muted">Asking the identity provider and the registry…</p>
      ) : (
        <ul class="lines">
          {checks.map((check) => (
            <Line key={check.part} {...check} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ part, outcome, words }: EnvironmentCheck) {
  const { icon, tone, word } = OUTCOMES[outcome];
  return (
    <li>
      <State icon={icon} tone={tone}>
        {word}
      </State>
      <b>{part}</b>
      <span>{words}</span>
    </li>
  );
}
