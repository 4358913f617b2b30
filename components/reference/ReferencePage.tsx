import type { RuleReferenceGroup } from '#core/rules/reference/rule-reference';
import type { Interpretation } from '#core/telemetry/interpretations';
import type { ReferenceEntry } from '#core/telemetry/reference';
import { i18n } from '#i18n';
import { InterpretationList } from './InterpretationList';
import { KindSection } from './KindSection';
import { RuleList } from './RuleList';

interface Props {
  readonly entries: readonly ReferenceEntry[];
  readonly rules: readonly RuleReferenceGroup[];
  readonly readings: readonly Interpretation[];
  readonly onCopy: (text: string) => Promise<boolean>;
}

/** The definitions, to be read: every kind with its fields, how unclear lines are read, a sample, and every rule. */
export function ReferencePage({ entries, rules, readings, onCopy }: Props) {
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
        <a class="reference-link" href="#readings">
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
        <InterpretationList readings={readings} />
      </main>
    </div>
  );
}
