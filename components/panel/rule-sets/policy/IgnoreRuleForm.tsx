import { useSignal } from '@preact/signals';
import { messageText } from '#components/i18n/message-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { findIgnoreRuleFaults, type IgnoreRuleFaults } from '#core/config/ignore-rule-faults';
import { isEmptyIgnoreRule } from '#core/config/panel-config';
import { type IgnoreRule, MAX_POLICY_TEXT_CHARS } from '#core/report/finding-policy';
import { i18n } from '#i18n';

const PARTS = ['code', 'path', 'filter'] as const;

const placeholders = { code: 'missing', path: 'edata.pageid', filter: 'kind:interact' } as const;

interface IgnoreRuleFormProps {
  /** What is edited. */
  readonly rule: Omit<IgnoreRule, 'reason'>;
  /** The accessible name. */
  readonly name: string;
  readonly onSave: (parts: Pick<IgnoreRule, (typeof PARTS)[number]>) => void;
  readonly onCancel: () => void;
}

/** The parts of a rule that ignores findings. What is empty is any. */
export function IgnoreRuleForm({ rule, name, onSave, onCancel }: IgnoreRuleFormProps) {
  const typed = useSignal({ code: rule.code ?? '', path: rule.path ?? '', filter: rule.filter ?? '' });
  const faults = useSignal<IgnoreRuleFaults>({});
  const isEmpty = useSignal(false);
  const save = () => {
    const parts = Object.fromEntries(
      PARTS.flatMap((part) => {
        const text = typed.value[part].trim();
        // The path of the whole event is empty, too.
        const isSame = text === '' && rule[part] === '';
        return text === '' && !isSame ? [] : [[part, text]];
      }),
    );
    faults.value = findIgnoreRuleFaults(parts);
    isEmpty.value = isEmptyIgnoreRule(parts);
    if (!isEmpty.value && Object.keys(faults.value).length === 0) onSave(parts);
  };
  return (
    <form
      class="ignore-form"
      aria-label={name}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={({ key, target }) => {
        if (key === 'Enter' && target instanceof HTMLInputElement) save();
      }}
    >
      {PARTS.map((part) => {
        const fault = faults.value[part];
        return (
          <TextField
            key={part}
            label={i18n.t(`ruleSets.ignoreRule.${part}`)}
            value={typed.value[part]}
            isCode
            placeholder={placeholders[part]}
            problem={fault === undefined ? undefined : textOf(fault)}
            isProblemAnnounced
            onInput={(text) => {
              typed.value = { ...typed.value, [part]: text.slice(0, MAX_POLICY_TEXT_CHARS) };
            }}
          />
        );
      })}
      {isEmpty.value && (
        <p role="alert" class="bad">
          {i18n.t('ruleSets.ignoreRule.empty')}
        </p>
      )}
      {typed.value.filter.trim() !== '' && <p class="muted">{i18n.t('ruleSets.ignoreRule.noBadge')}</p>}
      <div class="config-tools">
        <Button appearance="primary" onClick={save}>
          {i18n.t('ruleSets.ignoreRule.save')}
        </Button>
        <Button onClick={onCancel}>{i18n.t('common.cancel')}</Button>
      </div>
    </form>
  );
}

function textOf(fault: NonNullable<IgnoreRuleFaults['code']>): string {
  return Array.isArray(fault) ? fault.map(messageText).join(' ') : messageText(fault);
}
