import { definitionText } from '#components/i18n/definition-text.ts';
import { findingText, ruleSetTitle } from '#components/i18n/finding-text.ts';
import { codeAnchor, ruleIdAnchor } from '#core/rules/reference/rule-anchor';
import type {
  RuleReferenceEntry,
  RuleReferenceGroup,
  ShownExample,
  ShownValue,
} from '#core/rules/reference/rule-reference';
import { i18n } from '#i18n';

/** Every rule by the code of its findings, at the anchors that findings link to: `reference.html#rule-letter-case`. */
export function RuleList({ groups }: { readonly groups: readonly RuleReferenceGroup[] }) {
  return (
    <section class="reference-kind" id="rules" aria-labelledby="rules-title">
      <h2 id="rules-title">
        <a href="#rules">{i18n.t('reference.rules')}</a>
      </h2>
      <p>{i18n.t('reference.rulesIntro')}</p>
      {groups.map(({ code, rules }) => (
        <div key={code} id={codeAnchor(code)} class="reference-rules">
          <h3>
            <code>{code}</code>
          </h3>
          {rules.map((rule) => (
            <RuleArticle key={rule.id} rule={rule} />
          ))}
        </div>
      ))}
    </section>
  );
}

function RuleArticle({ rule }: { readonly rule: RuleReferenceEntry }) {
  const { id, title, severity, ruleSets, meaning, fix, example } = rule;
  const anchor = ruleIdAnchor(id);
  const isError = severity === 'error';
  return (
    <article class="reference-rule" id={anchor} aria-labelledby={`${anchor}-title`}>
      <h4 id={`${anchor}-title`}>
        <a class="reference-rule-link" href={`#${anchor}`}>
          {definitionText(title)}
        </a>
        <code class="tag">{id}</code>
      </h4>
      <p class="muted">
        <span class={isError ? 'bad' : 'warn'}>{i18n.t(isError ? 'detail.error' : 'detail.notice')}</span>
        {' · '}
        {i18n.t('reference.ruleSets', { ruleSets: ruleSets.map(ruleSetTitle).join(', ') })}
      </p>
      <p>{definitionText(meaning)}</p>
      <dl class="reference-readings">
        {example && <ExampleRows example={example} />}
        <div>
          <dt>{i18n.t('finding.fix')}</dt>
          <dd>{definitionText(fix)}</dd>
        </div>
      </dl>
    </article>
  );
}

function ExampleRows({ example: { subject, wrong, right, finding } }: { readonly example: ShownExample }) {
  return (
    <>
      <div>
        <dt>{i18n.t('reference.example')}</dt>
        <dd>{subjectText(subject)}</dd>
      </div>
      <div>
        <dt>{i18n.t('reference.wrong')}</dt>
        <dd>
          <ValueLines values={wrong} />
        </dd>
      </div>
      <div>
        <dt>{i18n.t('reference.finding')}</dt>
        <dd>{findingText(finding)}</dd>
      </div>
      <div>
        <dt>{i18n.t('reference.correct')}</dt>
        <dd>
          <ValueLines values={right} />
        </dd>
      </div>
    </>
  );
}

function subjectText(subject: string) {
  if (subject === 'file-item') return i18n.t('reference.fileItem');
  if (subject === 'batch-item') return i18n.t('reference.batchItem');
  return <code>{subject}</code>;
}

function ValueLines({ values }: { readonly values: readonly ShownValue[] }) {
  return (
    <>
      {values.map(({ path, json }) => (
        <code key={path} class="reference-value">
          {path !== '' && `${path}: `}
          {json ?? i18n.t('detail.foundUnset')}
        </code>
      ))}
    </>
  );
}
