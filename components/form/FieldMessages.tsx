import type { ComponentChildren } from 'preact';
import { noteText, typeText } from '#components/i18n/definition-text.ts';
import { foldedFindingText, ruleSetTitle } from '#components/i18n/finding-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { severityTones } from '#components/kit/severity-tone.ts';
import type { Field } from '#core/telemetry/fields';
import type { Finding } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import type { FormFix, FormPart } from './form-props';

interface FieldMessagesProps {
  readonly id: string;
  readonly field: Field | null;
  readonly findings: readonly Finding[];
  readonly isGroup?: boolean;
  readonly getFix?: FormPart['getFix'];
}

/** The findings under a control, or the spec's note on the field if there are none. */
export function FieldMessages({ id, field, findings, isGroup = false, getFix }: FieldMessagesProps) {
  return (
    <div id={id}>
      {findings.map((finding, index) => (
        <FindingLine key={String(index)} severity={finding.severity}>
          {foldedFindingText(finding)} <span class="muted">{ruleSetTitle(finding.ruleSet)}</span>
          <ApplyFixButton fix={getFix?.(finding) ?? null} />
        </FindingLine>
      ))}
      {findings.length === 0 && field && <Note field={field} isGroup={isGroup} />}
    </div>
  );
}

interface FindingLineProps {
  readonly severity: Finding['severity'];
  readonly children: ComponentChildren;
}

export function FindingLine({ severity, children }: FindingLineProps) {
  return (
    <p class={`field-message ${severityTones[severity]}`}>
      <Icon name={severity === 'error' ? 'invalid' : 'notice'} size={13} />
      <span>{children}</span>
    </p>
  );
}

function ApplyFixButton({ fix }: { readonly fix: FormFix | null }) {
  if (fix === null) return null;
  return (
    <Button appearance="text" title={fix.text} onClick={fix.onApply}>
      {i18n.t('finding.applyFix')}
    </Button>
  );
}

function Note({ field, isGroup }: { readonly field: Field; readonly isGroup: boolean }) {
  const typeKey = field.required ? 'form.required' : 'form.type';
  const type = isGroup ? i18n.t(typeKey, { type: capitalize(typeText(field.typeCode)) }) : '';
  const examples = field.examples.length > 0 ? i18n.t('form.examples', { examples: field.examples.join(', ') }) : '';
  const note = [noteText(field.note), examples, type].filter((text) => text !== '').join(' ');
  return note === '' ? null : <p class="hint">{note}</p>;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
