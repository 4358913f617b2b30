import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { FieldMessages } from '#components/form/FieldMessages.tsx';
import { FormFields } from '#components/form/FormFields.tsx';
import type { FormPart } from '#components/form/form-props.ts';
import { OptionalFieldsButton } from '#components/form/OptionalFieldsButton.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { draftCheckStore } from '#components/panel/compose/draft/draft-check.ts';
import { applyPending, applyText, type DraftContent } from '#core/drafts/draft-content';
import { findingsInDraft } from '#core/drafts/finding-path';
import { countAbsentOptional, findingsAt, withoutOptions } from '#core/drafts/form-values';
import { panelRules } from '#core/drafts/panel-rules';
import { parseJsonNodes } from '#core/json/json-nodes';
import type { EventKind } from '#core/telemetry/kinds';
import { i18n } from '#i18n';
import '#components/form/form.css';

interface ArgumentsFormProps {
  readonly kind: EventKind;
  /** JSON text of the arguments by name. */
  readonly text: string;
  /** Called with the text after each valid change. Invalid JSON stays in the form, with its problem. */
  readonly onText: (text: string) => unknown;
}

/** Edits the arguments of a call, in the same form as Compose. */
export function ArgumentsForm({ kind, text, onText }: ArgumentsFormProps) {
  const [content, setContent] = useState<DraftContent>({ text, pending: {} });
  const [showsOptional, setShowsOptional] = useState(false);
  const rootNode = parseJsonNodes(content.text);
  const fields = panelRules.fieldsOf(kind);
  const parsed = panelRules.parseDraft(kind, content.text);
  const { checkCall } = useStore(draftCheckStore);
  const findings = parsed.ok ? checkCall(kind, parsed.value).findings : [];
  const part: FormPart = {
    text: content.text,
    findings: findingsInDraft(findings),
    pending: content.pending,
    showsOptional,
    onEdit(change, step) {
      const next = applyText(content, change(content.text), step);
      setContent(next);
      onText(next.text);
    },
    onPending: (key, input) => setContent(applyPending(content, key, input)),
    renderFields: (inner, node, path): JSX.Element => <FormFields {...{ part, fields: inner, node, path }} />,
  };
  const unsetCount = countAbsentOptional(fields, rootNode);
  return (
    <fieldset class="form arguments-form" aria-label={i18n.t('scenarios.arguments')}>
      <FieldMessages id={`${kind}-arguments-message`} field={null} findings={findingsAt(part.findings, [])} />
      <FormFields part={part} fields={fields} node={withoutOptions(rootNode)} path={[]} />
      <p>
        <OptionalFieldsButton
          unsetCount={unsetCount}
          isShown={showsOptional}
          onToggle={() => setShowsOptional(!showsOptional)}
        />
      </p>
    </fieldset>
  );
}
