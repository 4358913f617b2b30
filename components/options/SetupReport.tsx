import { messageText } from '#components/i18n/message-text.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { RegistrySetup } from '#core/registry/files/registry-setup';
import { i18n } from '#i18n';

/** What each file brought, and what will not work with it. */
export function SetupReport({ setup: { files, warnings } }: { readonly setup: RegistrySetup }) {
  return (
    <section class="setup-report" aria-label={i18n.t('options.setUp.detected')} aria-live="polite">
      <ul class="lines">
        {files.map(({ name, outcome, message }) => (
          <li key={messageText(name)}>
            {outcome === 'read' ? (
              <StatusLabel icon="valid" tone="calm">
                {i18n.t('options.read')}
              </StatusLabel>
            ) : (
              <StatusLabel icon="invalid" tone="bad">
                {i18n.t('options.setUp.notRead')}
              </StatusLabel>
            )}
            <FileName name={messageText(name)} />
            <span>{messageText(message)}</span>
          </li>
        ))}
      </ul>
      {warnings.map(messageText).map((warning) => (
        <p class="note" key={warning}>
          <Icon name="notice" size={13} />
          <span>{warning}</span>
        </p>
      ))}
    </section>
  );
}

function FileName({ name }: { readonly name: string }) {
  return (
    <code class="clip" title={name}>
      {name}
    </code>
  );
}
