import type { RegistrySetup } from '../../lib/registry/files/registry-setup';
import { Icon } from '../ui/Icon';
import { State } from '../ui/State';

/** What each file brought, and what will not work with it. */
export function SetupReport({ setup: { files, warnings } }: { readonly setup: RegistrySetup }) {
  return (
    <section class="setup-report" aria-label="What the files say" aria-live="polite">
      <ul class="lines">
        {files.map(({ name, outcome, words }) => (
          <li key={name}>
            {outcome === 'read' ? (
              <State icon="valid" tone="calm">
                Read
              </State>
            ) : (
              <State icon="invalid" tone="bad">
                Not read
              </State>
            )}
            <code class="clip" title={name}>
              {name}
            </code>
            <span>{words}</span>
          </li>
        ))}
      </ul>
      {warnings.map((warning) => (
        <p class="note" key={warning}>
          <Icon name="notice" size={13} />
          <span>{warning}</span>
        </p>
      ))}
    </section>
  );
}
