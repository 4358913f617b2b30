import { render } from 'preact';
import { ReferencePage } from '#components/reference/ReferencePage.tsx';
import '#components/kit/theme/theme.css';
import '#components/reference/reference-page.css';
import { startLanguage } from '#components/i18n/page-language.ts';
import { createRuleReference } from '#core/rules/reference/rule-reference';
import { generalInterpretations } from '#core/telemetry/interpretations';
import { eventKinds } from '#core/telemetry/kinds';
import { referenceOf } from '#core/telemetry/reference';
import { createPageTexts } from '#extension/browser/page-texts';
import { startTheme } from '#extension/browser/theme-storage';
import { copyText } from '#panel/clipboard';

startTheme(document);
const root = document.getElementById('root');
const texts = { source: createPageTexts('reference'), page: document, titleKey: 'page.reference' } as const;
void startLanguage(texts).then(() => {
  if (!root) return;
  const entries = eventKinds.map(referenceOf);
  const rules = createRuleReference();
  render(
    <ReferencePage entries={entries} rules={rules} interpretations={generalInterpretations} onCopy={copyText} />,
    root,
  );
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
});
