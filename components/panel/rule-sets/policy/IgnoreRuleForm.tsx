import { useSignal } from '@preact/signals';
import { messageText } from '#components/i18n/message-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { findIgnoreRuleProblems, type IgnoreRuleProblem } from '#core/config/ignore-rule-problems';
import { withSuggestion } from '#core/config/panel-config';
import { isSeverityName, policyNames } from '#core/config/policy-names';
import { findNearest } from '#core/query/nearest';
import { type IgnoreRule, isEmptyIgnoreRule, MAX_POLICY_TEXT_CHARS } from '#core/report/finding-policy';
import { type MessageText, message } from '#core/util/message';
import { i18n } from '#i18n';

const PARTS = ['code', 'path', 'filter'] as const;

const placeholders = { code: 'missing', path: 'edata.pageid', filter: 'kind:interact' } as const;

interface IgnoreRuleFormProps {
  readonly rule: Omit<IgnoreRule, 'reason'>;
  /** The accessible name. */
  readonly name: string;
  readonly onSave: (parts: Pick<IgnoreRule, (typeof PARTS)[number]>) => void;
  readonly onCancel: () => void;
}

/** The parts of a rule that ignores findings. An empty part matches everything. */
export function IgnoreRuleForm({ rule, name, onSave, onCancel }: IgnoreRuleFormProps) {
  const input = useSignal({ code: rule.code ?? '', path: rule.path ?? '', filter: rule.filter ?? '' });
  const problems = useSignal<readonly IgnoreRuleProblem[]>([]);
  const isEmpty = useSignal(false);
  const save = () => {
    const parts = Object.fromEntries(
      PARTS.flatMap((part) => {
        const text = input.value[part].trim();
        // An empty text stays a part if it was one: the path of the whole event is empty.
        const isPart = text !== '' || rule[part] === '';
        return isPart ? [[part, text]] : [];
      }),
    );
    problems.value = findIgnoreRuleProblems(parts, isKnownCode);
    isEmpty.value = isEmptyIgnoreRule(parts);
    if (!isEmpty.value && problems.value.length === 0) onSave(parts);
  };
  return (
    <form
      class="ignore-form"
      aria-label={name}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={({ isComposing, key, target }) => {
        if (key === 'Enter' && !isComposing && target instanceof HTMLInputElement) save();
      }}
    >
      {PARTS.map((part) => {
        const problem = problems.value.find((each) => each.part === part);
        return (
          <TextField
            key={part}
            label={i18n.t(`ruleSets.ignoreRule.${part}`)}
            value={input.value[part]}
            isCode
            placeholder={placeholders[part]}
            error={problem === undefined ? undefined : problemText(problem)}
            announcesError
            onInput={(text) => {
              input.value = { ...input.value, [part]: text.slice(0, MAX_POLICY_TEXT_CHARS) };
            }}
          />
        );
      })}
      {isEmpty.value && (
        <p role="alert" class="error">
          {i18n.t('ruleSets.ignoreRule.empty')}
        </p>
      )}
      {input.value.filter.trim() !== '' && <p class="muted">{i18n.t('ruleSets.ignoreRule.noBadge')}</p>}
      <div class="config-tools">
        <Button appearance="primary" onClick={save}>
          {i18n.t('ruleSets.ignoreRule.save')}
        </Button>
        <Button onClick={onCancel}>{i18n.t('common.cancel')}</Button>
      </div>
    </form>
  );
}

/** Whether a code exists. Accepts any code of a custom rule, because only the command-line tool has these rules. */
function isKnownCode(code: string): boolean {
  return isSeverityName(code, policyNames([])) || /^custom:./.test(code);
}

function problemText(problem: IgnoreRuleProblem): string {
  const text = problemMessage(problem);
  return Array.isArray(text) ? text.map(messageText).join(' ') : messageText(text);
}

function problemMessage(problem: IgnoreRuleProblem): MessageText {
  switch (problem.type) {
    case 'unknown-code': {
      const { code } = problem;
      return withSuggestion(message('ruleSets.ignoreRule.unknownCode', { code }), findNearest(code, policyNames([])));
    }
    case 'unknown-path':
      return withSuggestion(message('ruleSets.ignoreRule.unknownPath', { path: problem.path }), problem.nearest);
    case 'wrong-filter':
      return withSuggestion(problem.reason.message, problem.reason.nearest?.term ?? null);
    case 'journey-term':
      return message('ruleSets.ignoreRule.journeyTerm', { term: problem.term });
  }
}
