import { ToolButton } from '#components/kit/Button.tsx';
import { useStores } from '#components/panel/app/stores.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { changePolicy, siteLabel } from '#components/panel/finding-policy/change-policy.ts';
import { type IgnoreRule, MAX_POLICY_TEXT_CHARS } from '#core/report/finding-policy';
import { isSameIgnoreRule, withIgnoreRules, withoutIgnoreRules } from '#core/report/ignore-rules';
import { i18n } from '#i18n';

/** The rules that ignore findings, each with its reason, which is edited here. */
export function IgnoreList() {
  const setting = useStores().get(policySetting);
  const { ignore } = setting.value;
  if (ignore.length === 0) return <p class="muted">{i18n.t('ruleSets.noIgnored')}</p>;
  const writeReason = (rule: IgnoreRule, reason: string) => {
    const policy = setting.peek();
    setting.set({
      ...policy,
      ignore: policy.ignore.map((each) => (isSameIgnoreRule(each, rule) ? { ...each, reason } : each)),
    });
  };
  return (
    <ul class="ignore-list">
      {ignore.map((rule) => (
        <IgnoreRow key={nameOf(rule)} rule={rule} onReason={(reason) => writeReason(rule, reason)} />
      ))}
    </ul>
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
  const remove = () =>
    changePolicy(stores, {
      change: (policy) => withoutIgnoreRules(policy, [rule]),
      undo: (policy) => withIgnoreRules(policy, [rule]),
      text: () => i18n.t('ruleSets.ignoreRemoved', { name }),
    });
  return (
    <li>
      <div class="ignored-what">
        <code class="clip">{code ?? i18n.t('ruleSets.everyCode')}</code>
        <span class="mono clip">
          {path === undefined ? i18n.t('ruleSets.everyPath') : path || i18n.t('ruleSets.wholeEvent')}
        </span>
        {filter !== undefined && <code class="clip">{filter}</code>}
        <span class="muted clip">{siteLabel(site)}</span>
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
      <ToolButton icon="trash" small name={i18n.t('ruleSets.removeIgnore', { name })} onClick={remove} />
    </li>
  );
}

/** What a rule ignores, and where, in one line. */
function nameOf({ code, path, filter, site }: IgnoreRule): string {
  return [code, path, filter, site === undefined ? '' : `(${siteLabel(site)})`].filter(Boolean).join(' ');
}
