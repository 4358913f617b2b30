import type { ComponentChildren } from 'preact';
import { findingText, ruleSetTitle, severityLabel } from '#components/i18n/finding-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { severityTones } from '#components/kit/severity-tone.ts';
import { fateMessage } from '#core/pipeline/fate-message';
import { codeAnchor, ruleIdAnchor } from '#core/rules/reference/rule-anchor';
import { EXAMPLE_SCHEMA_FILE } from '#core/rules/reference/rule-catalog';
import {
  type ExampleValueView,
  type ExampleView,
  isSessionRule,
  type RuleReferenceEntry,
  type RuleReferenceGroup,
} from '#core/rules/reference/rule-reference';
import { schemaProblemExamples } from '#core/schemas/schema-problem-examples';
import type { GeneralInterpretationCode } from '#core/telemetry/interpretations';
import type { ReferenceEntry } from '#core/telemetry/reference';
import { i18n } from '#i18n';
import { KindSection } from './KindSection';

interface ReferencePageProps {
  readonly entries: readonly ReferenceEntry[];
  readonly rules: readonly RuleReferenceGroup[];
  readonly interpretations: readonly GeneralInterpretationCode[];
  readonly onCopy: (text: string) => Promise<boolean>;
}

/** The reference page: every kind with its fields and a sample, every rule, and the interpretations of the spec. */
export function ReferencePage({ entries, rules, interpretations, onCopy }: ReferencePageProps) {
  return (
    <div class="reference">
      <nav class="reference-nav" aria-label={i18n.t('reference.kinds')}>
        <h2>
          <a href="#top">{i18n.t('reference.eventDefinitions')}</a>
        </h2>
        <ol>
          {entries.map(({ kind }) => (
            <li key={kind}>
              <a class="reference-link mono" href={`#${kind}`}>
                {kind}
              </a>
            </li>
          ))}
        </ol>
        <a class="reference-link" href="#rules">
          {i18n.t('reference.rules')}
        </a>
        <a class="reference-link" href="#interpretations">
          {i18n.t('reference.interpretation')}
        </a>
      </nav>
      <main id="top">
        <header class="reference-head">
          <h1>{i18n.t('reference.title')}</h1>
          <p>{i18n.t('reference.intro', { n: entries.length })}</p>
        </header>
        {entries.map((entry) => (
          <KindSection key={entry.kind} entry={entry} onCopy={onCopy} />
        ))}
        <RuleList groups={rules} />
        <SchemaProblemList />
        <InterpretationList interpretations={interpretations} />
      </main>
    </div>
  );
}

interface ReferenceSectionProps {
  /** The anchor of the section. */
  readonly id: string;
  readonly title: string;
  readonly intro: string;
  readonly children: ComponentChildren;
}

/** A section of the page that belongs to no kind. */
function ReferenceSection({ id, title, intro, children }: ReferenceSectionProps) {
  return (
    <section class="reference-kind" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <a href={`#${id}`}>{title}</a>
      </h2>
      <p>{intro}</p>
      {children}
    </section>
  );
}

/** The interpretations of ambiguous lines of the spec that apply to every kind. */
function InterpretationList({ interpretations }: { readonly interpretations: readonly GeneralInterpretationCode[] }) {
  return (
    <ReferenceSection
      id="interpretations"
      title={i18n.t('reference.interpretations')}
      intro={i18n.t('reference.interpretationsIntro')}
    >
      <dl class="reference-terms">
        {interpretations.map((code) => (
          <div key={code}>
            <dt>{i18n.t(`definitions.generalInterpretation.${code}.point`)}</dt>
            <dd>{i18n.t(`definitions.generalInterpretation.${code}.text`)}</dd>
          </div>
        ))}
      </dl>
    </ReferenceSection>
  );
}

/** Every rule by the code of its findings. Findings link to anchors such as `reference.html#rule-letter-case`. */
function RuleList({ groups }: { readonly groups: readonly RuleReferenceGroup[] }) {
  return (
    <ReferenceSection id="rules" title={i18n.t('reference.rules')} intro={i18n.t('reference.rulesIntro')}>
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
    </ReferenceSection>
  );
}

/** The problems that the import of a team's schemas may report. */
function SchemaProblemList() {
  return (
    <ReferenceSection
      id="schema-problems"
      title={i18n.t('reference.schemaProblems')}
      intro={i18n.t('reference.schemaProblemsIntro')}
    >
      <dl class="reference-terms">
        {schemaProblemExamples().map(({ code, message }) => (
          <div key={code}>
            <dt>{messageText(message)}</dt>
            <dd>{i18n.t(`rules.schemaProblem.${code}`)}</dd>
          </div>
        ))}
      </dl>
    </ReferenceSection>
  );
}

function RuleArticle({ rule }: { readonly rule: RuleReferenceEntry }) {
  const { id, severity, ruleSets, example, fate } = rule;
  const anchor = ruleIdAnchor(id);
  return (
    <article class="reference-rule" id={anchor} aria-labelledby={`${anchor}-title`}>
      <h4 id={`${anchor}-title`}>
        <a class="reference-rule-link" href={`#${anchor}`}>
          {i18n.t(`rules.${id}.title`)}
        </a>
        <code class="tag">{id}</code>
      </h4>
      <p class="muted">
        <span class={severityTones[severity]}>{severityLabel(severity)}</span>
        {' · '}
        {i18n.t('reference.ruleSets', { ruleSets: ruleSets.map(ruleSetTitle).join(', ') })}
      </p>
      <p>{i18n.t(`rules.${id}.meaning`)}</p>
      <dl class="reference-terms">
        {example && <ExampleRows example={example} />}
        {fate && (
          <div>
            <dt>{i18n.t('reference.behindCollector')}</dt>
            <dd>{messageText(fateMessage(fate))}</dd>
          </div>
        )}
        {isSessionRule(id) && (
          <div>
            <dt>{i18n.t('reference.inReports')}</dt>
            <dd>{i18n.t(`rules.${id}.consequence`)}</dd>
          </div>
        )}
        <div>
          <dt>{i18n.t('finding.fix')}</dt>
          <dd>{i18n.t(`rules.${id}.fix`)}</dd>
        </div>
      </dl>
    </article>
  );
}

function ExampleRows({ example: { subject, schema, wrong, right, finding } }: { readonly example: ExampleView }) {
  return (
    <>
      <div>
        <dt>{i18n.t('reference.example')}</dt>
        <dd>{subjectText(subject)}</dd>
      </div>
      {schema !== null && (
        <div>
          <dt>{i18n.t('reference.schema', { file: EXAMPLE_SCHEMA_FILE })}</dt>
          <dd>
            <code class="reference-value">{schema}</code>
          </dd>
        </div>
      )}
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
  if (subject === 'session') return i18n.t('reference.sessionEvents');
  if (subject === 'body') return i18n.t('reference.body');
  if (subject === 'batch-item') return i18n.t('reference.batchItem');
  return <code>{subject}</code>;
}

function ValueLines({ values }: { readonly values: readonly ExampleValueView[] }) {
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
