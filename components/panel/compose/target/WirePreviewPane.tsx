import { FindingLine } from '#components/form/FieldMessages.tsx';
import { findingText } from '#components/i18n/finding-text.ts';
import { formatBytes } from '#components/i18n/format.ts';
import { i18n } from '#i18n';
import type { ComposeState } from '../compose-state';

/** The body as it would be posted, to the byte, and what is found about the event in it. */
export function WirePreviewPane({ compose }: { readonly compose: ComposeState }) {
  const wirePreview = compose.wirePreview.value;
  if (!wirePreview) return <p class="editor-note muted">{i18n.t('collector.draftInvalid')}</p>;
  const { body, verdict } = wirePreview;
  const isPosted = compose.delivery.value.way === 'collector';
  return (
    <div class="travel">
      <p class="editor-note muted">
        {isPosted
          ? i18n.t('collector.bodyExact', { size: formatBytes(new TextEncoder().encode(body).length) })
          : i18n.t('collector.bodyPreview')}
      </p>
      {verdict.findings.map((finding, index) => (
        <FindingLine key={String(index)} severity={finding.severity}>
          {findingText(finding)}
        </FindingLine>
      ))}
      <pre class="body-text" data-body>
        {body}
      </pre>
    </div>
  );
}
