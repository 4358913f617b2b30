import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Button, ToolButton } from '#components/kit/Button.tsx';
import { useStores } from '#components/panel/app/stores.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import {
  addIgnoreRule,
  changePolicy,
  replaceIgnoreRule,
  siteLabel,
} from '#components/panel/finding-policy/change-policy.ts';
import { type IgnoreRule, MAX_POLICY_TEXT_CHARS } from '#core/report/finding-policy';
import { isSameIgnoreRule, withIgnoreRules, withoutIgnoreRules } from '#core/report/ignore-rules';
import { i18n } from '#i18n';
import { IgnoreRuleForm } from './IgnoreRuleForm';

/** The rules that ignore findings, with their reasons. Rules and reasons can be edited. */
export function IgnoreList() {
  const setting = useStores().get(policySetting);
  const { ignore } = setting.value;
  const writeReason = (rule: IgnoreRule, reason: string) => {
    const policy = setting.peek();
    setting.set({
      ...policy,
      ignore: policy.ignore.map((each) => (isSameIgnoreRule(each, rule) ? { ...each, reason } : each)),
    });
  };
  return (
    <>
      {ignore.length === 0 && <p class="muted">{i18n.t('ruleSets.noIgnored')}</p>}
      <ul class="ignore-list">
        {ignore.map((rule) => (
          <IgnoreRow key={keyOf(rule)} rule={rule} onReason={(reason) => writeReason(rule, reason)} />
        ))}
      </ul>
      <AddIgnoreRule />
    </>
  );
}

/** Adds a rule from its parts, without a finding. */
function AddIgnoreRule() {
  const stores = useStores();
  const isOpen = useSignal(false);
  const close = () => {
    isOpen.value = false;
  };
  if (!isOpen.value) {
    return (
      <Button
        icon="plus"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {i18n.t('ruleSets.ignoreRule.add')}
      </Button>
    );
  }
  return (
    <IgnoreRuleForm
      rule={{}}
      name={i18n.t('ruleSets.ignoreRule.add')}
      onCancel={close}
      onSave={(parts) => {
        const rule = { ...parts, reason: '' };
        close();
        addIgnoreRule(stores, rule, () =>
          i18n.t('policy.ignoredAt', { name: nameOf(rule), site: siteLabel(undefined) }),
        );
      }}
    />
  );
}

interface IgnoreRowProps {
  readonly rule: IgnoreRule;
  readonly onReason: (reason: string) => void;
}

function IgnoreRow({ rule, onReason }: IgnoreRowProps) {
  const stores = useStores();
  const { code, path, filter, site, reason } = rule;
  const name = nameOf(rule);
  const isEditing = useSignal(false);
  const row = useRef<HTMLLIElement>(null);
  const close = () => {
    // Focuses the button that opened the form.
    row.current?.querySelector<HTMLElement>('[aria-pressed]')?.focus();
    isEditing.value = false;
  };
  const save = (parts: Partial<IgnoreRule>) => {
    const newRule: IgnoreRule = { ...parts, reason, ...(site === undefined ? {} : { site }) };
    close();
    if (isSameIgnoreRule(newRule, rule)) return;
    replaceIgnoreRule(stores, rule, newRule, () => i18n.t('ruleSets.ignoreRule.changed', { name: nameOf(newRule) }));
  };
  const remove = () =>
    changePolicy(stores, {
      change: (policy) => withoutIgnoreRules(policy, [rule]),
      undo: (policy) => withIgnoreRules(policy, [rule]),
      text: () => i18n.t('ruleSets.ignoreRemoved', { name }),
    });
  return (
    <li ref={row}>
      <div class="ignored-what">
        <code class="truncate">{code ?? i18n.t('ruleSets.everyCode')}</code>
        <span class="mono truncate">
          {path === undefined ? i18n.t('ruleSets.everyPath') : path || i18n.t('ruleSets.wholeEvent')}
        </span>
        {filter !== undefined && <code class="truncate">{filter}</code>}
        <span class="muted truncate">{siteLabel(site)}</span>
        {filter !== undefined && <small class="muted">{i18n.t('ruleSets.ignoreRule.notInBadge')}</small>}
      </div>
      <span class="field-box">
        <input
          type="text"
          value={reason}
          maxLength={MAX_POLICY_TEXT_CHARS}
          aria-label={i18n.t('ruleSets.reasonOf', { name })}
          placeholder={i18n.t('ruleSets.reason')}
          onChange={({ currentTarget }) => onReason(currentTarget.value.trim())}
        />
      </span>
      <span class="ignore-tools">
        <ToolButton
          icon="edit"
          small
          name={i18n.t('ruleSets.ignoreRule.edit', { name })}
          pressed={isEditing.value}
          onClick={() => {
            isEditing.value = !isEditing.value;
          }}
        />
        <ToolButton icon="trash" small name={i18n.t('ruleSets.removeIgnore', { name })} onClick={remove} />
      </span>
      {isEditing.value && (
        <IgnoreRuleForm
          rule={rule}
          name={i18n.t('ruleSets.ignoreRule.edit', { name })}
          onSave={save}
          onCancel={close}
        />
      )}
    </li>
  );
}

/** Unlike the name, the key distinguishes a rule for every path from a rule for the path of the whole event. */
function keyOf({ code, path, filter, site }: IgnoreRule): string {
  return JSON.stringify([code, path, filter, site]);
}

/** Returns what a rule ignores, and where, in one line. */
function nameOf({ code, path, filter, site }: IgnoreRule): string {
  return [code, path, filter, site === undefined ? '' : `(${siteLabel(site)})`].filter(Boolean).join(' ');
}
