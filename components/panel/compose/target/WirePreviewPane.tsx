import { findingText } from '#components/i18n/finding-text.ts';
import { sizeText } from '#components/i18n/format.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { pathText } from '#core/json/json';
import type { Finding } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import type { ComposeState } from '../compose-state';

/** The body as it would be posted, to the byte, and what is found about the event in it. */
export function TravelPane({ compose }: { readonly compose: ComposeState }) {
  const travelling = compose.travelling.value;
  if (!travelling) return <p class="editor-note muted">{i18n.t('collector.unreadable')}</p>;
  const { body, verdict } = travelling;
  const isPosted = compose.out.value.way === 'collector';
  return (
    <div class="travel">
      <p class="editor-note muted">
        {isPosted
          ? i18n.t('collector.thisIsPosted', { size: sizeText(new TextEncoder().encode(body).length) })
          : i18n.t('collector.wouldBePosted')}
      </p>
      {verdict.findings.map((finding, index) => (
        <FindingLine key={String(index)} finding={finding} />
      ))}
      <pre class="body-text" data-body>
        {body}
      </pre>
    </div>
  );
}

function FindingLine({ finding }: { readonly finding: Finding }) {
  const isError = finding.severity === 'error';
  return (
    <p class={isError ? 'says bad' : 'says warn'}>
      <Icon name={isError ? 'invalid' : 'notice'} size={13} />
      <span>
        <code>{pathText(finding.path) || 'event'}</code> {findingText(finding)}
      </span>
    </p>
  );
}
