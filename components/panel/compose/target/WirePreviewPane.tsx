import { useSignal } from '@preact/signals';
import { FindingLine } from '#components/form/FieldMessages.tsx';
import { RadioSegments } from '#components/form/RadioSegments.tsx';
import { foldedFindingText } from '#components/i18n/finding-text.ts';
import { formatBytes } from '#components/i18n/format.ts';
import { i18n } from '#i18n';
import type { ComposeState } from '../compose-state';

const forms = ['formatted', 'raw'] as const;
type BodyForm = (typeof forms)[number];

const formLabels: Readonly<Record<BodyForm, () => string>> = {
  formatted: () => i18n.t('collector.bodyFormatted'),
  raw: () => i18n.t('collector.bodyRaw'),
};

/** The exact body that would be posted, formatted or raw, with its sizes and the findings on the event. */
export function WirePreviewPane({ compose }: { readonly compose: ComposeState }) {
  const form = useSignal<BodyForm>('formatted');
  const wirePreview = compose.wirePreview.value;
  if (!wirePreview) return <p class="editor-note muted">{i18n.t('collector.draftInvalid')}</p>;
  const { body, event, fromPage, verdict } = wirePreview;
  const isPosted = compose.delivery.value.transport === 'collector';
  return (
    <div class="body-pane">
      <p class="editor-note muted">
        {i18n.t(isPosted ? 'collector.bodyExact' : 'collector.bodyPreview')}{' '}
        {i18n.t('collector.bodySizes', { size: formatSize(body), event: formatSize(JSON.stringify(event)) })}
      </p>
      {fromPage.length > 0 && (
        <p class="editor-note muted">{i18n.t('collector.contextFromPage', { fields: fromPage.join(', ') })}</p>
      )}
      {verdict.findings.map((finding, index) => (
        <FindingLine key={String(index)} severity={finding.severity}>
          {foldedFindingText(finding)}
        </FindingLine>
      ))}
      <div class="editor-note">
        <RadioSegments
          name={i18n.t('collector.bodyForm')}
          values={forms}
          value={form.value}
          labelOf={(each) => formLabels[each === 'raw' ? 'raw' : 'formatted']()}
          onSelect={(each) => {
            form.value = each === 'raw' ? 'raw' : 'formatted';
          }}
        />
      </div>
      <pre class="body-text" data-body>
        {form.value === 'raw' ? body : JSON.stringify(JSON.parse(body), null, 2)}
      </pre>
    </div>
  );
}

function formatSize(text: string): string {
  return formatBytes(new TextEncoder().encode(text).length);
}
